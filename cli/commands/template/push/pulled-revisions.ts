import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { writeWholeFile } from '../../../files/whole-file.ts';
import { isTemplateFolder } from '../../../folders/folders-in.ts';
import { readJsonFile } from '../../../folders/template-file.ts';
import { filesRefused } from '../../../terminal/failure.ts';

/** The file in a folder of templates that says which revisions the folder was made from. */
const fileName = '.postrider.json';

/** Enough for 50,000 templates. */
const maxBytes = 8 * 1024 * 1024;

const content = z.strictObject({
  /** For each account that was pulled: the revision of each template, by its id. */
  accounts: z.record(z.string(), z.record(z.string(), z.int().check(z.minimum(1)))),
});

/** The revisions of one account's templates that a folder was made from, by template id. */
export interface PulledRevisions {
  file: string;
  /** Null if the account was never pulled into this folder: it is not known which revisions its files come from. */
  revisions: ReadonlyMap<string, number> | null;
}

/** Reads the pulled revisions; for one template's folder, from the folder around it. @throws {ManageError} */
export async function readPulled(dir: string, accountId: string): Promise<PulledRevisions> {
  const own = join(dir, fileName);
  if (await isTemplateFolder(dir)) {
    const around = join(dirname(resolve(dir)), fileName);
    const revisions = revisionsIn(await readContent(around), accountId);
    if (revisions !== null) return { file: around, revisions };
  }
  return { file: own, revisions: revisionsIn(await readContent(own), accountId) };
}

/** Adds the present revisions of templates to the file. Those of other templates stay in it. */
export async function keepPulled(
  { file, revisions }: PulledRevisions,
  accountId: string,
  templates: readonly { id: string; revision: number }[],
): Promise<void> {
  if (templates.length === 0) return;
  const there = await readContent(file);
  const now = new Map([
    ...(revisions ?? []),
    ...templates.map(({ id, revision }) => [id, revision] as const),
  ]);
  const sorted = [...now].sort(([one], [other]) => (one < other ? -1 : 1));
  const accounts = { ...there?.accounts, [accountId]: Object.fromEntries(sorted) };
  if (isDeepStrictEqual(there?.accounts, accounts)) return;
  await writeWholeFile(file, `${JSON.stringify({ accounts }, null, 2)}\n`);
}

async function readContent(file: string): Promise<z.output<typeof content> | null> {
  const reading = await readJsonFile(file, maxBytes);
  if (reading.state === 'absent') return null;
  if (reading.state === 'wrong') throw filesRefused(stopped, [reading.problem]);
  const read = content.safeParse(reading.content.value);
  if (read.success) return read.data;
  const message = 'is damaged: remove it, and pull the templates again';
  throw filesRefused(stopped, [{ code: 'bad-file', file, message }]);
}

const stopped = 'Nothing was changed';

function revisionsIn(
  read: z.output<typeof content> | null,
  accountId: string,
): ReadonlyMap<string, number> | null {
  const revisions = read?.accounts[accountId];
  return revisions === undefined ? null : new Map(Object.entries(revisions));
}
