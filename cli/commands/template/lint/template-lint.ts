import { type Command, Option } from 'commander';
import { callerPath } from '../../../../lib/project.ts';
import type { ClientWeights } from '../../../../shared/engine/looks/finding.ts';
import { knownAmong } from '../../../../shared/manage/templates/partials/known-partials.ts';
import { withoutRepeats } from '../../../../shared/manage/templates/partials/partial-problems.ts';
import { pullTemplates } from '../../../../shared/manage/templates/templates.ts';
import { asIdentity } from '../../../../shared/message/sender.ts';
import { environmentSettings } from '../../../connection/environment.ts';
import {
  deploymentOf,
  type GlobalOptions,
  onFolderOrAccount,
} from '../../../connection/session.ts';
import { byPlace, locateIn } from '../../../folders/locate-problems.ts';
import { foldersBeside, sourcesOf } from '../../../folders/prepare-folder.ts';
import { folderOf, type TemplateFolder } from '../../../folders/template-folder.ts';
import { readTemplateFolders } from '../../../folders/template-folders.ts';
import {
  type AccountOption,
  accountDefault,
  subcommand,
  wholeNumber,
} from '../../../terminal/options.ts';
import type { Result } from '../../../terminal/result.ts';
import { chosenClients, clientsOption } from './clients-option.ts';
import {
  fixedRules,
  type JudgedFinding,
  judgeAll,
  type LintFinding,
  type LintLevels,
  lintRules,
} from './finding.ts';
import { countFindings, findingJson, githubText, lintText } from './lint-formats.ts';
import { branchFindings, lintTemplate } from './lint-template.ts';
import { takersOf } from './look-findings.ts';
import { addressesIn, onlineFindings } from './online-findings.ts';
import { sarifLog } from './sarif.ts';

interface LintOptions extends AccountOption {
  rule: LintLevels;
  maxWarnings?: number;
  format: keyof typeof formats;
  online?: boolean;
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
      new Option(
        '--format <format>',
        'github: annotations beside the lines of a pull request; sarif: a document for code scanning',
      )
        .choices(['text', 'github', 'sarif'])
        .default('text'),
    )
    .addOption(clientsOption())
    .option(
      '--online',
      'also ask the addresses of links and pictures, at most 200, whether they answer',
    )
    .action((named: string | undefined, options: LintOptions, self: Command) =>
      onFolderOrAccount(self, named, {
        account: async (session) => {
          const { ports, accountId, deployment } = session;
          const templates = await pullTemplates(ports, accountId);
          const folders = templates.map(({ source }) => folderOf(source.templateId, source));
          const { senders } = deployment;
          return report(await lintFolders(folders, { ...ways(self), senders }), options);
        },
        folder: async (dir) => {
          const senders = await sendersOf(self.optsWithGlobals());
          return report(await lintFolder(dir, { ...ways(self), senders }), options);
        },
      }),
    );
}

interface Ways {
  clients: ClientWeights | undefined;
  isOnline: boolean;
  /** Null if they are unknown. */
  senders: readonly string[] | null;
}

function ways(command: Command): Omit<Ways, 'senders'> {
  const { online = false }: { online?: boolean } = command.opts();
  return { clients: chosenClients(command), isOnline: online };
}

interface Linted {
  findings: readonly LintFinding[];
  note?: string;
}

async function lintFolder(dir: string, how: Ways): Promise<Linted> {
  const { folders, problems } = await readTemplateFolders(dir);
  // The templates may take a partial whose files cannot be read.
  if (problems.length > 0) {
    return { findings: problems.map((problem) => ({ ...problem, code: 'invalid-template' })) };
  }
  const beside = await foldersBeside(dir, folders);
  return lintFolders(folders, how, beside);
}

/** `others`: folders that are not checked, but that the templates may name. */
async function lintFolders(
  folders: readonly TemplateFolder[],
  { clients, isOnline, senders }: Ways,
  others: readonly TemplateFolder[] = [],
): Promise<Linted> {
  const findings: LintFinding[] = [];
  const all = [...others, ...folders];
  const sources = sourcesOf(all);
  const known = knownAmong(sources);
  const byId = new Map(sources.map((source) => [source.templateId, source]));
  const find = async (id: string) => byId.get(id) ?? null;
  for (const { source } of folders) {
    const takers = takersOf(source, sources);
    findings.push(...(await lintTemplate(source, known, senders, { clients, takers })));
    findings.push(...(await branchFindings(source, find)));
  }
  const online = isOnline
    ? await onlineFindings(folders.flatMap(({ source }) => addressesIn(source)))
    : { findings: [] };
  const located = withoutRepeats([...findings, ...online.findings]).map(locateIn(all));
  return { ...online, findings: located };
}

/** The senders in the environment's settings, or of the stack; null if the options name neither. */
async function sendersOf(options: GlobalOptions): Promise<readonly string[] | null> {
  if (options.environment !== undefined) {
    const { senders } = environmentSettings(options.environment);
    return senders.map(asIdentity);
  }
  return options.stack === undefined ? null : (await deploymentOf(options)).senders;
}

function report({ findings, note }: Linted, options: LintOptions): Result {
  const all = judgeAll(findings, options.rule).sort(byPlace);
  const judged = all.filter(({ accepted }) => accepted === undefined);
  const { errors, warnings } = countFindings(judged);
  const tooMany = options.maxWarnings !== undefined && warnings > options.maxWarnings;
  const notes = [note, tooMany && `There are more than ${options.maxWarnings} warnings.`];
  return {
    json: { findings: judged.map(findingJson), errors, warnings },
    text: formats[options.format](judged, all),
    note: notes.filter(Boolean).join('\n') || undefined,
    exitCode: errors > 0 || tooMany ? 1 : 0,
  };
}

const formats = {
  text: lintText,
  github: githubText,
  sarif: (_: unknown, all: readonly JudgedFinding[]) => JSON.stringify(sarifLog(all), null, 2),
};

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
