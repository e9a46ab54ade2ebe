import { type Command, Option } from 'commander';
import { chosenAccount } from '../../shared/manage/accounts.ts';
import type { ManageProblem } from '../../shared/manage/manage-error.ts';
import { pullTemplates } from '../../shared/manage/templates/templates.ts';
import { asIdentity } from '../../shared/message/sender.ts';
import { environmentSettings } from '../connection/environment.ts';
import {
  atDesk,
  checkUsage,
  deploymentOf,
  type GlobalOptions,
  inSession,
  type Session,
} from '../connection/session.ts';
import { type JudgedFinding, judge, type LintFinding } from '../operate/lint/finding.ts';
import { htmlFindings } from '../operate/lint/html-findings.ts';
import { lintTemplate } from '../operate/lint/lint-template.ts';
import { type LintLevels, lintRules } from '../operate/lint/rules.ts';
import { type AccountOption, example } from '../terminal/options.ts';
import type { Result } from '../terminal/result.ts';
import { bodyProblems } from './body-problems.ts';
import { countFindings, githubText, lintText } from './lint-report.ts';
import { folderOf, type TemplateFolder } from './template-folder.ts';
import { readTemplateFolders } from './template-folders.ts';

interface LintOptions extends AccountOption {
  rule: LintLevels;
  maxWarnings?: number;
  format: 'text' | 'github';
}

/** `template lint`: what is wrong with templates, or may not be meant, as an exit code. */
export function addLint(template: Command): void {
  const command: Command = template
    .command('lint')
    .description(
      'look for what is wrong with templates or may not be meant; exit code 1 where errors are found',
    )
    .argument('[dir]', "one template's folder, or a folder of them; default: those of the account")
    .option('--account <id>', 'the stored templates of this account instead of a folder')
    .option(
      '--rule <code=level>',
      `off, warning or error for ${Object.keys(lintRules).slice(1).join(', ')}; may be given again`,
      (text: string, before: LintLevels) => ({ ...before, ...readRule(text, command) }),
      {},
    )
    .option(
      '--max-warnings <number>',
      'exit code 1 where there are more warnings',
      (text: string) =>
        /^\d{1,6}$/.test(text)
          ? Number(text)
          : command.error(
              `error: --max-warnings is a number from 0, found ${JSON.stringify(text)}`,
            ),
    )
    .addOption(
      new Option('--format <format>', 'github: annotations beside the lines of a pull request')
        .choices(['text', 'github'])
        .default('text'),
    )
    .addHelpText(...example('template lint templates --rule missing-alt=off --max-warnings 0'))
    .action((dir: string | undefined, options: LintOptions, self: Command) => {
      if (dir === undefined) {
        return inSession(self, async (session) =>
          report(await lintAccount(session, options), options),
        );
      }
      if (options.account !== undefined) {
        self.error('error: --account names stored templates: leave it or the folder out');
      }
      checkUsage(self.optsWithGlobals(), self);
      return atDesk(self, async ({ progress }) => {
        progress('Reading the templates');
        const senders = await sendersOf(self.optsWithGlobals());
        return report(await lintFolder(dir, senders), options);
      });
    });
}

async function lintAccount(
  { ports, deployment, progress }: Session,
  { account }: LintOptions,
): Promise<LintFinding[]> {
  progress('Reading the templates');
  const templates = await pullTemplates(ports, await chosenAccount(ports, account));
  const folders = templates.map(({ source }) => folderOf(source.templateId, source));
  return lintFolders(folders, deployment.senders);
}

async function lintFolder(dir: string, senders: readonly string[] | null): Promise<LintFinding[]> {
  const { folders, bodies, problems } = await readTemplateFolders(dir);
  const findings: LintFinding[] = problems.map(invalid);
  for (const body of bodies) findings.push(...(await lintBody(body)));
  return [...findings, ...(await lintFolders(folders, senders))];
}

/** The HTML and the text of a template of which another file cannot be read. */
async function lintBody(body: TemplateFolder): Promise<LintFinding[]> {
  const problems = await bodyProblems(body);
  const found = htmlFindings(body.source.html);
  return [
    ...problems.map(invalid),
    ...found.map((finding) => ({ ...finding, ...body.locate(finding) })),
  ];
}

function invalid(problem: ManageProblem): LintFinding {
  return { ...problem, code: 'invalid-template' };
}

async function lintFolders(
  folders: readonly TemplateFolder[],
  senders: readonly string[] | null,
): Promise<LintFinding[]> {
  const findings: LintFinding[] = [];
  for (const { source, locate } of folders) {
    const found = await lintTemplate(source, senders);
    findings.push(...found.map((finding) => ({ ...finding, ...locate(finding) })));
  }
  return findings;
}

/** What the environment's settings, or the stack, say; a folder alone goes to no deployment. */
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
      findings: judged.map(({ code, level, templateId, file, line = 1, column = 1, message }) => ({
        ...{ code, level, template: templateId, file, line, column, message },
      })),
      errors,
      warnings,
    },
    text: options.format === 'github' ? githubText(judged) : lintText(judged),
    ...(tooMany && { note: `More than ${options.maxWarnings} warnings.` }),
    exitCode: errors > 0 || tooMany ? 1 : 0,
  };
}

function byPlace(one: JudgedFinding, other: JudgedFinding): number {
  const files = (one.file ?? '').localeCompare(other.file ?? '');
  return files || (one.line ?? 1) - (other.line ?? 1) || (one.column ?? 1) - (other.column ?? 1);
}

function readRule(text: string, command: Command): LintLevels {
  const [code = '', level = ''] = text.split('=');
  if (!Object.hasOwn(lintRules, code)) {
    command.error(
      `error: --rule: there is no ${JSON.stringify(code)}, but ${Object.keys(lintRules).join(', ')}`,
    );
  }
  if (code === 'invalid-template' || code === 'unreachable-node') {
    command.error(`error: --rule: ${code} is what a push refuses, and always an error`);
  }
  if (level !== 'off' && level !== 'warning' && level !== 'error') {
    command.error(
      `error: --rule is CODE=off, CODE=warning or CODE=error, found ${JSON.stringify(text)}`,
    );
  }
  return { [code]: level };
}
