import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { callerPath } from '../../../../lib/project.ts';
import { defaultClients } from '../../../../shared/engine/looks/clients.ts';
import { lookViews } from '../../../../shared/engine/looks/views/views.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import {
  type KnownPartials,
  knownAmong,
  readRecorded,
} from '../../../../shared/manage/templates/partials/known-partials.ts';
import { showTemplate } from '../../../../shared/manage/templates/templates.ts';
import {
  checkUsage,
  type GlobalOptions,
  inAccount,
  withTerminal,
} from '../../../connection/session.ts';
import { isTemplateFolder } from '../../../folders/folders-in.ts';
import { foldersBeside, sourcesOf } from '../../../folders/prepare-folder.ts';
import { renderFolder } from '../../../folders/render-folder.ts';
import { folderOf, type TemplateFolder } from '../../../folders/template-folder.ts';
import { readTemplateFolders } from '../../../folders/template-folders.ts';
import { filesRefused } from '../../../terminal/failure.ts';
import { accountOption, subcommand } from '../../../terminal/options.ts';
import type { Result } from '../../../terminal/result.ts';
import { chosenClients, clientsOption } from '../lint/clients-option.ts';
import { type MailLooks, viewsOf, writeLooks, writePhotos } from './write-looks.ts';

interface LooksOptions extends GlobalOptions {
  out: string;
  account?: string;
  png?: boolean;
}

export function addLooks(template: Command): void {
  subcommand(template, 'looks', {
    about: 'write what mail clients make of a mail with its test data, as simulated HTML files',
    example: 'template looks templates --out looks --clients gmail,outlook-windows',
  })
    .argument('<template>', 'the id of a stored template, or a folder as for template lint')
    .requiredOption('--out <folder>', 'the folder to write into; several templates get one each')
    .option(...accountOption)
    .addOption(clientsOption())
    .option('--png', 'also draw each file with the Chromium of CHROME_PATH or the PATH')
    .action((named: string, _: object, self: Command) => {
      const options: LooksOptions = self.optsWithGlobals();
      checkUsage(options, self);
      if (!isFolder(named, options)) {
        return inAccount(self, 'Reading the template', async ({ ports, accountId }) => {
          const { source, partials } = await showTemplate(ports, accountId, named);
          const known = await readRecorded(ports, accountId, partials);
          const folders = [folderOf(named, source)];
          return looks(self, { folders, beside: [], known, isMany: false });
        });
      }
      return withTerminal(self, async ({ progress }) => {
        progress('Reading the templates');
        return looks(self, await readMails(callerPath(named)));
      });
    });
}

/** The options of a deployment mean a stored template, unless a path is written. */
function isFolder(named: string, { account, stack, environment }: LooksOptions): boolean {
  if (/[\\/]|^\.\.?$/.test(named)) return true;
  if ((account ?? stack ?? environment) !== undefined) return false;
  return statSync(callerPath(named), { throwIfNoEntry: false })?.isDirectory() === true;
}

interface Mails {
  folders: readonly TemplateFolder[];
  beside: readonly TemplateFolder[];
  known: KnownPartials;
  /** Whether each one gets a folder of its own. */
  isMany: boolean;
}

async function readMails(dir: string): Promise<Mails> {
  const { folders, problems } = await readTemplateFolders(dir);
  if (problems.length > 0) throw filesRefused('Nothing was written', problems);
  const beside = [...(await foldersBeside(dir, folders)), ...folders];
  const isMany = !(await isTemplateFolder(dir));
  return { folders, beside, known: knownAmong(sourcesOf(beside)), isMany };
}

/** Renders every mail before it writes the first file. */
async function looks(command: Command, mails: Mails): Promise<Result> {
  const options: LooksOptions = command.optsWithGlobals();
  const [first] = mails.folders;
  const folders = mails.folders.filter(({ source }) => source.kind !== 'partial');
  if (folders.length === 0 && first) {
    throw new ManageError(`${first.source.templateId} is a partial: name a template that takes it`);
  }
  const chosen = Object.keys(chosenClients(command) ?? defaultClients);
  const views = chosen.flatMap((id) => lookViews.filter(({ client }) => client === id));
  const out = callerPath(options.out);
  const written: MailLooks[] = [];
  for (const folder of folders) {
    const { templateId: id } = folder.source;
    const html = await htmlOf(folder, mails);
    written.push({ id, dir: mails.isMany ? join(out, id) : out, html, views });
  }
  await writeLooks(written);
  const hasPhotos = options.png === true && (await writePhotos(written));
  const error = options.png && !hasPhotos ? '--png needs Chromium: set CHROME_PATH' : undefined;
  const templates = written.map((mail) => ({ id: mail.id, views: viewsOf(mail, hasPhotos) }));
  return {
    json: { templates, ...(error && { error }) },
    text: `Written: ${written.map(({ dir }) => join(dir, 'index.html')).join(', ')}`,
    ...(error && { note: error, exitCode: 1 }),
  };
}

async function htmlOf(folder: TemplateFolder, { known, beside }: Mails): Promise<string> {
  const { templateId, testData = {} } = folder.source;
  try {
    return (await renderFolder(folder, testData, { known, beside })).html;
  } catch (error) {
    if (!(error instanceof ManageError) || error.details.length > 0) throw error;
    const sentence = `Nothing was written: ${templateId} with its test data: ${error.message}`;
    throw new ManageError(sentence, [], { cause: error });
  }
}
