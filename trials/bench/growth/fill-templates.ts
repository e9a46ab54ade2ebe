import { readFile } from 'node:fs/promises';
import {
  writeHead,
  writeRevision,
} from '../../../shared/adapters/tables/templates-table-writes.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { prepareTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { accountId } from './fill-messages.ts';
import type { SizedTable } from './tables.ts';

export const templateIdAt = (number: number) => `template-${String(number).padStart(6, '0')}`;

/** What the template renders with. */
export const variables = { name: 'Ada' };

const createdAt = '2026-05-01T10:00:00.000Z';

/** Writes as many templates as the table is to hold: the demo's `welcome`, which ends in a callback here. */
export async function fillTemplates(
  table: SizedTable,
  tell: (written: number) => void,
): Promise<void> {
  const html = await readFile(
    new URL('../../../templates/welcome/body.html', import.meta.url),
    'utf8',
  );
  const source = { templateId: templateIdAt(0), name: 'Welcome', subject: 'Welcome', html };
  const preparation = await prepareTemplate(source);
  if (!preparation.ok) throw new Error(preparation.problems.map((each) => each.message).join());
  const { content, flowStatus } = preparation.prepared;
  let written = 0;
  await inParallel(
    Array.from({ length: table.count }, (_, number) => templateIdAt(number)),
    async (templateId) => {
      const revision = 1;
      const { name, subject } = source;
      await writeRevision(table, accountId, { templateId, revision, createdAt, content });
      const head = { templateId, name, subject, flowStatus, revision, updatedAt: createdAt };
      await writeHead(table, accountId, head, null);
      written += 1;
      tell(written);
    },
  );
}
