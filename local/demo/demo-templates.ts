import { relative } from 'node:path';
import { withSender } from '../../cli/folders/flow-sender.ts';
import { locateIn } from '../../cli/folders/locate-problems.ts';
import { readTemplateFolders } from '../../cli/folders/template-folders.ts';
import { templatesFolder } from '../../lib/home.ts';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { prepareSources } from '../../shared/manage/templates/prepare-sources.ts';
import { pushTemplates } from '../../shared/manage/templates/push-templates.ts';
import type { SavePorts } from '../../shared/manage/templates/saves.ts';
import { Failure } from '../failure.ts';

/** Who saves the demo's templates, in their history. */
export const demoAuthor = { by: 'local', how: 'demo' };

export const demoTemplates = () => readTemplateFolders(templatesFolder);

/**
 * Saves a folder's templates (default: the project's) for the demo account, with the run's first sender. Saves none,
 * and throws a `Failure` with file, line and column, if one is invalid.
 */
export async function pushDemoTemplates(
  ports: SavePorts,
  accountId: string,
  senders: readonly string[] = [],
  folder = templatesFolder,
): Promise<void> {
  const { folders, problems: unreadable } = await readTemplateFolders(folder);
  const sources = folders.map(({ source }) => {
    return { ...source, flow: withSender(source.flow, senders) };
  });
  const { prepared, problems } = await prepareSources(ports, accountId, sources);
  const [first] = [...unreadable, ...problems.map(locateIn(folders))];
  if (first) throw new Failure(`A demo template is invalid: ${sentence(first)}`);
  await pushTemplates(ports, accountId, prepared, { author: demoAuthor });
}

function sentence({ file, line, column, message }: ManageProblem): string {
  const place = [file && relative(process.cwd(), file), line, column].filter(Boolean).join(':');
  return place ? `${place} ${message}` : message;
}
