import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { callerPath } from '../../../lib/project.ts';
import { sharedSettings } from '../../../lib/settings/settings.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { prepareTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import type { TemplateSource } from '../../../shared/manage/templates/template-source.ts';
import { environmentSettings } from '../../connection/environment.ts';
import { type GlobalOptions, withTerminal } from '../../connection/session.ts';
import { isTaken, writeWholeFolder } from '../../files/whole-file.ts';
import { firstAddress, sendingFlow } from '../../folders/flow-sender.ts';
import { writeTemplate } from '../../folders/write-template.ts';
import { filesRefused } from '../../terminal/failure.ts';
import { nextCommand, subcommand } from '../../terminal/options.ts';

interface NewOptions extends GlobalOptions {
  name?: string;
  folder: string;
  partial?: boolean;
  layout?: boolean;
  raw?: boolean;
}

export function addNew(template: Command): void {
  subcommand(template, 'new', {
    about: 'write the folder of a new template; nothing is overwritten',
    example: 'template new order-shipped --name "Order shipped"',
  })
    .argument('<template>', "the template's id, which is also the name of its folder")
    .option('--name <name>', "the template's name; default: made from the id")
    .addOption(new Option('--partial', 'write a partial, which templates take').conflicts('layout'))
    .option('--layout', 'write a layout, a partial that is around templates')
    .addOption(
      new Option(
        '--raw',
        'write a template for mails that bring their own subject, HTML and text',
      ).conflicts(['partial', 'layout']),
    )
    .option('--folder <dir>', 'the folder of all templates, to write into', 'templates')
    .action((id: string, _: object, command: Command) => {
      const options: NewOptions = command.optsWithGlobals();
      return withTerminal(command, async ({ progress }) => {
        progress('Writing the template');
        const folder = join(callerPath(options.folder), id);
        const written = await writeNew(folder, id, options);
        const commands = [`template lint ${folder}`, `template push ${folder}`];
        const next = commands.map((words) => nextCommand(command, words));
        const text = [
          `Written into ${folder}: ${written.join(', ')}`,
          ...(options.partial ? [`A template takes it with {{> ${id}}} in its HTML or text.`] : []),
          ...(options.layout
            ? [`A template takes it with "layout": "${id}" in template.json.`]
            : []),
          `\nNext:\n  ${next.join('\n  ')}`,
        ];
        return { json: { id, folder, written, next }, text: text.join('\n') };
      });
    });
}

/** @throws {ManageError} for a bad id or name, and if the folder is there or cannot be written */
async function writeNew(folder: string, id: string, options: NewOptions): Promise<string[]> {
  const source = sourceFor(id, options);
  const preparation = await prepareTemplate(source, new Map());
  if (!preparation.ok) {
    const problems = preparation.problems.map(({ templateId: _, ...problem }) => problem);
    throw filesRefused('Nothing was written', problems);
  }
  if (await isTaken(folder)) {
    throw new ManageError(`Nothing was written: ${folder} is there already: choose another id`);
  }
  let written: string[] = [];
  await writeWholeFolder(folder, async (path) => {
    ({ written } = await writeTemplate(path, source));
  });
  return written;
}

function sourceFor(
  id: string,
  { name, partial, layout, raw = false, environment = sharedSettings }: NewOptions,
): TemplateSource {
  if (partial || layout) return scaffoldPartial(id, layout ? 'layout' : 'partial', name);
  const { senders } = environmentSettings(environment);
  const from = firstAddress(senders) ?? anySender;
  return { ...scaffold(id, { name, from }), ...(raw && rawParts(from)) };
}

/** The sender of a scaffold if the settings have none. The domain has no owner (RFC 2606). */
const anySender = 'hello@example.com';

function scaffoldPartial(
  templateId: string,
  kind: 'partial' | 'layout',
  name = nameOf(templateId),
): TemplateSource {
  const html = kind === 'layout' ? frameOf('{{> content}}') : partialHtml;
  return { templateId, name, kind: 'partial', subject: '', html };
}

/** A first version of a template, which passes `template lint` and can be sent. */
function scaffold(
  templateId: string,
  { name = nameOf(templateId), from }: { name?: string | undefined; from: string },
): TemplateSource {
  return {
    templateId,
    name,
    subject: 'Hello {{name}}',
    html: templateHtml,
    text: undefined,
    flow: sendingFlow(from, ['name']),
    testData: { name: 'Ada' },
  };
}

/** A template that prints the content of its request as it is. */
function rawParts(from: string): Partial<TemplateSource> {
  return {
    subject: '{{{subject}}}',
    html: '{{{html}}}',
    text: '{{{text}}}',
    flow: sendingFlow(from),
    testData: { subject: 'Hello Ada', html: '<p>Hello Ada</p>', text: 'Hello Ada' },
  };
}

/** `order-shipped` becomes `Order shipped`. */
function nameOf(id: string): string {
  const words = id.split(/[-_]+/).filter((word) => word !== '');
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const partialHtml = `<p style="margin: 24px 0 0; font-size: 13px; line-height: 1.5;">Write here what several mails share.</p>
`;

const frameOf = (content: string, title = '') => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
${title}  </head>
  <body style="margin: 0; padding: 24px; font-family: Arial, Helvetica, sans-serif; font-size: 16px; line-height: 1.5;">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 600px; margin: 0 auto;">
      <tr>
        <td>
          ${content}
        </td>
      </tr>
    </table>
  </body>
</html>
`;

const templateHtml = frameOf(
  `<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25;">Hello {{name}}</h1>
          <p style="margin: 0;">Write your mail here.</p>`,
  '    <title>Hello {{name}}</title>\n',
);
