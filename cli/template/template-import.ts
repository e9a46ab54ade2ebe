import { type Command, Option } from 'commander';
import { callerPath } from '../../lib/project.ts';
import { withTerminal } from '../connection/session.ts';
import type { TemplateCollection } from '../import/source-template.ts';
import { nextCommand, subcommand } from '../terminal/options.ts';

interface ImportOptions {
  from: SourceName;
  out: string;
}

type SourceName = 'postmark';

/** `template import`: folders of templates from those of another service. It needs no deployment. */
export function addImport(template: Command): void {
  subcommand(template, 'import', {
    about: "write folders of templates from another service's; nothing is pushed or overwritten",
    example: 'template import pulled --from postmark --out templates',
  })
    .argument(
      '[folder]',
      'with --from postmark: the folder that postmark templates pull wrote',
      callerPath,
    )
    .addOption(
      new Option('--from <service>', 'the service').choices(['postmark']).makeOptionMandatory(),
    )
    .requiredOption('--out <dir>', 'the folder to write the folders into')
    .action((folder: string | undefined, options: ImportOptions, command: Command) => {
      if (folder === undefined) command.error('error: --from postmark needs a folder');
      return withTerminal(command, async ({ progress }) => {
        progress('Reading the templates');
        const collection = await read(folder);
        progress('Converting the templates');
        const { importTemplates } = await import('../import/import-templates.ts');
        const { importReport } = await import('../import/import-report.ts');
        const { writeTemplates } = await import('../import/write-templates.ts');
        const imported = await importTemplates(collection);
        const dir = callerPath(options.out);
        await writeTemplates(dir, imported);
        const next = nextCommand(command, `template push ${options.out}`);
        return importReport(collection, imported, { dir, next });
      });
    });
}

/** The code of each source is loaded only for it. */
async function read(folder: string): Promise<TemplateCollection> {
  const { readPostmark } = await import('../import/postmark.ts');
  return readPostmark(folder);
}
