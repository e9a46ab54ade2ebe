import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { callerPath } from '../../../lib/project.ts';
import { lookUpLanguage } from '../../../shared/engine/language/look-up-language.ts';
import { readDraft } from '../../../shared/manage/templates/drafts/stored-draft.ts';
import {
  knownAmong,
  readRecorded,
} from '../../../shared/manage/templates/partials/known-partials.ts';
import type { TemplatePorts } from '../../../shared/manage/templates/template-head.ts';
import { sourceOf } from '../../../shared/manage/templates/template-source.ts';
import { showTemplate } from '../../../shared/manage/templates/templates.ts';
import {
  checkUsage,
  type GlobalOptions,
  inAccount,
  withTerminal,
} from '../../connection/session.ts';
import { writeOutput } from '../../files/whole-file.ts';
import { addDataOptions, type DataOptions, dataOf } from '../../folders/data-options.ts';
import { foldersBeside, sourcesOf } from '../../folders/prepare-folder.ts';
import {
  type FolderRendering,
  folderAt,
  type RenderingSettings,
  renderFolder,
} from '../../folders/render-folder.ts';
import { templateFiles } from '../../folders/template-files.ts';
import { folderOf, type TemplateFolder } from '../../folders/template-folder.ts';
import { accountOption, languageOption, subcommand } from '../../terminal/options.ts';
import { oneLine, type Result } from '../../terminal/result.ts';
import { safeText } from '../../terminal/text.ts';

const parts = ['html', 'text', 'subject'] as const;
type MailPart = (typeof parts)[number];

interface RenderOptions extends DataOptions, GlobalOptions, Partial<Record<MailPart, boolean>> {
  account?: string;
  draft?: boolean;
  language?: string;
  out?: string;
}

export function addRenderCommand(program: Command): void {
  const command = subcommand(program, 'render', {
    about:
      'render a template as its mail would be, from its folder or as it is stored; send nothing',
    example: 'render templates/welcome --var name=Ada --text',
  }).argument('<template>', "a template's folder, or the id of a stored template");
  addDataOptions(command, "the template's test data")
    .option(...accountOption)
    .option('--draft', 'the draft of the stored template')
    .addOption(languageOption(command))
    .addOption(partOption('html', 'the HTML'))
    .addOption(partOption('text', 'the plain text'))
    .addOption(partOption('subject', 'the subject'))
    .option('--out <file>', 'write into this file instead; without another option: the HTML')
    .action((template: string, _: object, self: Command) => {
      const options: RenderOptions = self.optsWithGlobals();
      checkUsage(options, self);
      const path = callerPath(template);
      if (!isFolder(template, path, options)) {
        return inAccount(self, 'Reading the template', async ({ ports, accountId }) => {
          const { source, partials } = options.draft
            ? await draftSource(ports, accountId, template)
            : await showTemplate(ports, accountId, template);
          const known = await readRecorded(ports, accountId, partials);
          return rendered(folderOf(template, source), options, { known });
        });
      }
      return withTerminal(self, async ({ progress }) => {
        progress('Rendering the template');
        const folder = await folderAt(path);
        const beside = await foldersBeside(folder.path, [folder]);
        return rendered(folder, options, { known: knownAmong(sourcesOf(beside)), beside });
      });
    });
}

const partOption = (part: MailPart, what: string) =>
  new Option(`--${part}`, `print only ${what}`).conflicts(parts.filter((other) => other !== part));

async function draftSource(ports: TemplatePorts, accountId: string, templateId: string) {
  const { content } = await readDraft(ports, accountId, templateId);
  return { source: sourceOf(templateId, content), partials: content.partials ?? {} };
}

/** Whether `template` is a folder here. `--draft` and the options of a deployment mean a stored template. */
function isFolder(template: string, path: string, options: RenderOptions): boolean {
  if (options.draft) return false;
  if (/[\\/]|^\.\.?$/.test(template)) return true;
  const { account, stack, environment } = options;
  if ((account ?? stack ?? environment) !== undefined) return false;
  return existsSync(join(path, templateFiles.template));
}

async function rendered(
  folder: TemplateFolder,
  options: RenderOptions,
  settings: RenderingSettings,
): Promise<Result> {
  const data = await dataOf(options, folder.source.testData ?? {});
  const mail = await renderFolder(folder, data, { ...settings, wanted: options.language });
  const given = { ...options.var, ...options.varJson };
  const unused = mail.unused.filter((name) => Object.hasOwn(given, name));
  const notes = [
    ...languageNotes(mail, options),
    ...(unused.length > 0 ? [`The template does not use ${unused.join(', ')}.`] : []),
  ];
  return {
    ...(await printedOrWritten(mail, options)),
    ...(notes.length > 0 && { note: notes.join('\n') }),
  };
}

function languageNotes({ language }: FolderRendering, { language: wanted }: RenderOptions) {
  if (wanted === undefined) return [];
  if (language !== undefined && lookUpLanguage(wanted, [language]) !== null) return [];
  const own = language === undefined ? 'its own language' : `its own language, ${language}`;
  return [`The template is not in ${wanted}: this is ${own}.`];
}

async function printedOrWritten(mail: FolderRendering, options: RenderOptions): Promise<Result> {
  const part = parts.find((name) => options[name]);
  const { subject, html, text } = mail;
  const json = {
    ...(part ? { [part]: mail[part] } : { subject, html, text }),
    ...(options.language !== undefined && { language: mail.language ?? null }),
  };
  if (options.out === undefined) {
    return { json, text: part ? safeText(mail[part].replace(/\n$/, '')) : describe(mail) };
  }
  const file = callerPath(options.out);
  const content = mail[part ?? 'html'];
  await writeOutput(file, content);
  return { json: { ...json, file }, text: `Written into ${file}: the ${part ?? 'html'}` };
}

function describe({ subject, text }: FolderRendering): string {
  return `Subject: ${oneLine(subject)}\n\n${safeText(text).trimEnd()}`;
}
