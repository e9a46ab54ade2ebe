import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { callerPath } from '../../../../lib/project.ts';
import { readRevision } from '../../../../shared/adapters/tables/templates-table.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { listTemplates } from '../../../../shared/manage/templates/templates.ts';
import { type TemplateType, templateType } from '../../../../shared/manage/types/template-type.ts';
import { declarationOf, jsonSchemaOf } from '../../../../shared/manage/types/written-types.ts';
import { onFolderOrAccount } from '../../../connection/session.ts';
import { codeOf } from '../../../files/error-code.ts';
import { orCannotWrite, writeOutput } from '../../../files/whole-file.ts';
import { prepareFolderOffline } from '../../../folders/prepare-folder.ts';
import { accountDefault, nextCommand, subcommand } from '../../../terminal/options.ts';
import type { Result } from '../../../terminal/result.ts';
import { counted, shellWord } from '../../../terminal/text.ts';
import { patchLines } from '../compare/diff-text.ts';
import { hunksBetween } from '../compare/part-diff.ts';

interface TypesOptions {
  out?: string;
  check?: boolean;
  jsonSchema?: boolean;
  account?: string;
}

export function addTypes(template: Command): void {
  subcommand(template, 'types', {
    about:
      'write a declaration file: then code that lacks a variable of a template does not compile',
    example: 'template types templates --out src/postrider.d.ts --check',
  })
    .argument(
      '[dir]',
      "one template's folder, or a folder of such folders; default: the account's stored templates",
      callerPath,
    )
    .option('--out <file>', 'the file to write; default: print the declarations')
    .option('--check', 'compare with the file instead of writing it; exit code 1 if it differs')
    .option('--json-schema', 'a JSON Schema of each template instead, for other languages')
    .option(
      '--account <id>',
      `the account whose stored templates to read, if no folder is named; ${accountDefault}`,
    )
    .action((named: string | undefined, options: TypesOptions, command: Command) => {
      if (options.check && options.out === undefined) {
        command.error('error: --check needs --out: the file to compare with');
      }
      return onFolderOrAccount(command, named, {
        account: async ({ ports, accountId }) =>
          report(await typesOfAccount(ports, accountId), options, command),
        folder: async (dir) => report(await typesOfFolder(dir), options, command),
      });
    });
}

async function report(
  types: readonly TemplateType[],
  options: TypesOptions,
  command: Command,
): Promise<Result> {
  const schema = jsonSchemaOf(types);
  const content = options.jsonSchema
    ? `${JSON.stringify(schema, null, 2)}\n`
    : declarationOf(types);
  const templates = types.map(({ id }) => id);
  if (options.out === undefined) {
    return {
      json: options.jsonSchema ? schema : { templates, declarations: content },
      text: content.trimEnd(),
    };
  }
  const file = callerPath(options.out);
  if (options.check) return checked(file, { content, templates, command });
  await orCannotWrite(file, () => mkdir(dirname(file), { recursive: true }));
  await writeOutput(file, content);
  return {
    json: { templates, file },
    text: `Written into ${file}: ${counted(templates.length, 'template')}`,
  };
}

async function checked(
  file: string,
  { content, templates, command }: { content: string; templates: string[]; command: Command },
): Promise<Result> {
  const before = await textAt(file);
  const hunks = hunksBetween(before ?? '', content);
  const differs = before !== content;
  if (!differs) {
    const text = `${file} has the types of the templates: ${counted(templates.length, 'template')}`;
    return { json: { templates, file, differs }, text };
  }
  const words = ['template types', ...[...command.args, '--out', file].map(shellWord)];
  if (command.opts<TypesOptions>().jsonSchema) words.push('--json-schema');
  return {
    json: { templates, file, differs, hunks },
    text: patchLines([`--- ${before === null ? '/dev/null' : file}`, '+++ templates'], hunks).join(
      '\n',
    ),
    note: `${file} does not have the types of the templates. To write it: ${nextCommand(command, words.join(' '))}`,
    exitCode: 1,
  };
}

/** The text of a file, without the line ends of Windows; null if there is none. */
async function textAt(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new ManageError(`${file} cannot be read`, [], { cause: error });
  }
}

/** The types of a folder's templates, by id. @throws {ManageError} with every problem of every template */
export async function typesOfFolder(dir: string): Promise<TemplateType[]> {
  const prepared = await prepareFolderOffline(dir, 'No types were written');
  return prepared
    .filter(({ revision }) => revision.kind !== 'partial')
    .map(({ templateId, revision }) => templateType(templateId, revision))
    .sort(byId);
}

/** The types of the templates that an account serves, by id. A partial has none: it is never served itself. */
async function typesOfAccount(ports: ManagePorts, accountId: string): Promise<TemplateType[]> {
  const heads = (await listTemplates(ports, accountId)).filter(({ kind }) => kind !== 'partial');
  const types = await inParallel(heads, async ({ templateId, revision }) => {
    const content = await readRevision(ports.templates, accountId, templateId, revision);
    if (content) return templateType(templateId, content);
    throw new Error(`Revision ${revision} of ${templateId} is missing from the table`);
  });
  return types.sort(byId);
}

/** The same templates give the same file, wherever they come from. */
function byId({ id: one }: TemplateType, { id: other }: TemplateType): number {
  return one < other ? -1 : 1;
}
