import { styleText } from 'node:util';
import { type Command, Option } from 'commander';
import { callerPath } from '../../../../lib/project.ts';
import { knownAmong } from '../../../../shared/manage/templates/partials/known-partials.ts';
import { withoutRepeats } from '../../../../shared/manage/templates/partials/partial-problems.ts';
import { pullTemplates } from '../../../../shared/manage/templates/templates.ts';
import { asIdentity } from '../../../../shared/message/sender.ts';
import { environmentSettings } from '../../../connection/environment.ts';
import {
  deploymentOf,
  type GlobalOptions,
  onFolderOrAccount,
  type Session,
} from '../../../connection/session.ts';
import { byPlace, locateIn } from '../../../folders/locate-problems.ts';
import { foldersBeside, sourcesOf } from '../../../folders/prepare-folder.ts';
import { folderOf, type TemplateFolder } from '../../../folders/template-folder.ts';
import { readTemplateFolders } from '../../../folders/template-folders.ts';
import { placeText } from '../../../terminal/failure.ts';
import {
  type AccountOption,
  accountDefault,
  subcommand,
  wholeNumber,
} from '../../../terminal/options.ts';
import { oneLine, type Result } from '../../../terminal/result.ts';
import { counted } from '../../../terminal/text.ts';
import {
  fixedRules,
  type JudgedFinding,
  judge,
  type LintFinding,
  type LintLevels,
  lintRules,
} from './finding.ts';
import { branchFindings, lintTemplate } from './lint-template.ts';

interface LintOptions extends AccountOption {
  rule: LintLevels;
  maxWarnings?: number;
  format: 'text' | 'github';
}

export function addLint(template: Command): void {
  const command: Command = subcommand(template, 'lint', {
    about: 'report errors and likely mistakes in templates; exit code 1 if there are errors',
    example: 'template lint templates --rule missing-alt=off --max-warnings 0',
  })
    .argument(
      '[dir]',
      "one template's folder, or a folder of such folders; default: the account's stored templates",
      callerPath,
    )
    .option(
      '--account <id>',
      `the account whose stored templates to check, if no folder is named; ${accountDefault}`,
    )
    .addOption(
      new Option(
        '--rule <code=level>',
        `set a rule to off, warning or error; can be repeated; rules: ${Object.keys(lintRules).filter(isFree).join(', ')}`,
      )
        .argParser((text, before: LintLevels) => ({ ...before, ...readRule(text, command) }))
        .default({}, "each rule's own level"),
    )
    .option(
      '--max-warnings <number>',
      'exit code 1 if there are more warnings than this; default: no limit',
      (text: string) =>
        wholeNumber(text, command, { what: '--max-warnings', least: 0, most: 999_999 }),
    )
    .addOption(
      new Option('--format <format>', 'github: annotations beside the lines of a pull request')
        .choices(['text', 'github'])
        .default('text'),
    )
    .action((named: string | undefined, options: LintOptions, self: Command) =>
      onFolderOrAccount(self, named, {
        account: async (session) => report(await lintAccount(session), options),
        folder: async (dir) => {
          const senders = await sendersOf(self.optsWithGlobals());
          return report(await lintFolder(dir, senders), options);
        },
      }),
    );
}

async function lintAccount({
  ports,
  deployment,
  accountId,
}: Session & { accountId: string }): Promise<LintFinding[]> {
  const templates = await pullTemplates(ports, accountId);
  const folders = templates.map(({ source }) => folderOf(source.templateId, source));
  return lintFolders(folders, deployment.senders);
}

async function lintFolder(dir: string, senders: readonly string[] | null): Promise<LintFinding[]> {
  const { folders, problems } = await readTemplateFolders(dir);
  // The templates may take a partial whose files cannot be read.
  if (problems.length > 0) {
    return problems.map((problem) => ({ ...problem, code: 'invalid-template' }));
  }
  const beside = await foldersBeside(dir, folders);
  return lintFolders(folders, senders, beside);
}

/** `others`: folders that are not checked, but that the templates may name. */
async function lintFolders(
  folders: readonly TemplateFolder[],
  senders: readonly string[] | null,
  others: readonly TemplateFolder[] = [],
): Promise<LintFinding[]> {
  const findings: LintFinding[] = [];
  const all = [...others, ...folders];
  const sources = sourcesOf(all);
  const known = knownAmong(sources);
  const byId = new Map(sources.map((source) => [source.templateId, source]));
  const find = async (id: string) => byId.get(id) ?? null;
  for (const { source } of folders) {
    findings.push(...(await lintTemplate(source, known, senders)));
    findings.push(...(await branchFindings(source, find)));
  }
  return withoutRepeats(findings).map(locateIn(all));
}

/** The senders in the environment's settings, or of the stack; null if the options name neither. */
async function sendersOf(options: GlobalOptions): Promise<readonly string[] | null> {
  if (options.environment !== undefined) {
    const { senders } = environmentSettings(options.environment);
    return senders.map(asIdentity);
  }
  return options.stack === undefined ? null : (await deploymentOf(options)).senders;
}

function report(findings: readonly LintFinding[], options: LintOptions): Result {
  const judged = judge(findings, options.rule).sort(byPlace);
  const { errors, warnings } = countFindings(judged);
  const tooMany = options.maxWarnings !== undefined && warnings > options.maxWarnings;
  return {
    json: {
      findings: judged.map(
        ({ code, level, templateId, file, line = 1, column = 1, ...finding }) => {
          const { message, feature, clients, share, source } = finding;
          return {
            ...{ code, level, template: templateId, file, line, column, message },
            ...{ feature, clients, share, source },
          };
        },
      ),
      errors,
      warnings,
    },
    text: options.format === 'github' ? githubText(judged) : lintText(judged),
    ...(tooMany && { note: `There are more than ${options.maxWarnings} warnings.` }),
    exitCode: errors > 0 || tooMany ? 1 : 0,
  };
}

const isFree = (code: string) => !fixedRules.some((fixed) => fixed === code);

function readRule(text: string, command: Command): LintLevels {
  const [code = '', level = ''] = text.split('=');
  if (!Object.hasOwn(lintRules, code)) {
    command.error(
      `error: --rule: there is no rule ${JSON.stringify(code)}, only ${Object.keys(lintRules).join(', ')}`,
    );
  }
  if (!isFree(code)) {
    command.error(`error: --rule: ${code} is always an error, because a push refuses it`);
  }
  if (level !== 'off' && level !== 'warning' && level !== 'error') {
    command.error(
      `error: --rule must be CODE=off, CODE=warning or CODE=error, found ${JSON.stringify(text)}`,
    );
  }
  return { [code]: level };
}

function countFindings(findings: readonly JudgedFinding[]) {
  const errors = findings.filter(({ level }) => level === 'error').length;
  return { errors, warnings: findings.length - errors };
}

function lintText(findings: readonly JudgedFinding[]): string {
  const lines = findings.map(({ level, code, message, line = 1, column = 1, ...finding }) => {
    const place = oneLine(placeText({ ...finding, line, column }));
    const colour = level === 'error' ? 'red' : 'yellow';
    return `${place} ${styleText(colour, level)} ${code}: ${oneLine(message)}`;
  });
  const { errors, warnings } = countFindings(findings);
  return [...lines, `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`].join('\n');
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message */
function githubText(findings: readonly JudgedFinding[]): string {
  return findings
    .map(({ level, code, message, file = '', line = 1, column = 1 }) => {
      const place = `file=${escapeProperty(file)},line=${line},col=${column}`;
      return `::${level} ${place},title=postrider ${code}::${escapeData(message)}`;
    })
    .join('\n');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
