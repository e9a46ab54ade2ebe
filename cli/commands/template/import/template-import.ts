import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { callerPath } from '../../../../lib/project.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { withTerminal } from '../../../connection/session.ts';
import { isTaken, writeWholeFolder } from '../../../files/whole-file.ts';
import { writeTemplate } from '../../../folders/write-template.ts';
import { nextCommand, subcommand } from '../../../terminal/options.ts';
import type { ImportedTemplate } from './import-templates.ts';
import {
  optionProblem,
  readSource,
  type SourceOptions,
  sourceNames,
} from './sources/read-source.ts';

interface ImportOptions extends SourceOptions {
  out: string;
}

/** `template import`: writes folders from the templates of another service. It needs no deployment. */
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
      new Option('--from <service>', 'the service that has the templates')
        .choices(sourceNames)
        .makeOptionMandatory(),
    )
    .requiredOption('--out <dir>', 'the folder to write the templates into')
    .option('--key-from <variable>', "the environment variable with the service's key")
    .option('--domain <domain>', "the domain of Mailgun's templates")
    .option('--eu', "the account is in SendGrid's or Mailgun's European region")
    .action((folder: string | undefined, _: object, command: Command) => {
      const options: ImportOptions = command.optsWithGlobals();
      const problem = optionProblem(options, folder);
      if (problem !== null) command.error(`error: ${problem}`);
      return withTerminal(command, async ({ progress }) => {
        progress('Reading the templates');
        const collection = await readSource(options, folder, progress);
        progress('Converting the templates');
        const { importReport, importTemplates } = await import('./import-templates.ts');
        const imported = await importTemplates(collection);
        const dir = callerPath(options.out);
        await writeTemplates(dir, imported);
        const next = nextCommand(command, `template push ${options.out}`);
        return importReport(collection, imported, { dir, next });
      });
    });
}

/** Writes each template into a new folder of `dir`. @throws {ManageError} if one of the folders exists */
async function writeTemplates(dir: string, templates: readonly ImportedTemplate[]): Promise<void> {
  const folders = templates.map(({ source }) => ({ path: join(dir, source.templateId), source }));
  for (const { path } of folders) {
    if (await isTaken(path)) {
      const way = 'name another folder with --out, or remove that one';
      throw new ManageError(`Nothing was written: ${path} is there already: ${way}`);
    }
  }
  for (const { path, source } of folders) {
    await writeWholeFolder(path, (folder) => writeTemplate(folder, source));
  }
}
