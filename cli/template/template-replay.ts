import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { callerPath } from '../../lib/project.ts';
import { isTestMessage } from '../../shared/message/message-id.ts';
import { senderProblem } from '../../shared/message/sender.ts';
import { inAccount, type Session } from '../connection/session.ts';
import { readTime } from '../message/message-options.ts';
import { type Comparison, candidatesIn, withServed } from '../replay/candidates.ts';
import type { MailsLeftOut } from '../replay/find-mails.ts';
import { replay } from '../replay/replay.ts';
import { type ReplayReport, reportOf } from '../replay/replay-report.ts';
import { replayText } from '../replay/replay-text.ts';
import { showDifference } from '../replay/show-difference.ts';
import { accountOption, nextCommand, subcommand, wholeNumber } from '../terminal/options.ts';
import type { Result } from '../terminal/result.ts';
import { shellWord } from '../terminal/shell-word.ts';

interface ReplayOptions {
  last?: number;
  since?: string;
  show?: string;
}

/** The most mails of a template that are replayed. */
const maxMails = 1000;

/** `template replay`: the mails of kept copies, made again with a template that is not served yet. */
export function addReplay(template: Command): void {
  const command: Command = subcommand(template, 'replay', {
    about:
      'make the mails of kept copies again with the templates in a folder, and compare them with what is served; send nothing',
    example: 'template replay welcome templates --last 100',
  })
    .usage('[options] [id...] <dir>')
    .argument(
      '<dir...>',
      "one template's folder, or a folder of such folders; before it the ids of the templates to replay; default: all in it",
    )
    .option(
      '--last <number>',
      `at most so many mails of each template, 1 to ${maxMails}; default: 100`,
      (text: string) => wholeNumber(text, command, { what: '--last', most: maxMails }),
    )
    .option(
      '--since <time>',
      'the mails since this time: a date such as 2026-05-01T10:00, or a span such as 2h, 7d',
    )
    .option('--show <message>', 'print how the mail of this message would differ')
    .option(...accountOption)
    .action((words: string[], options: ReplayOptions, self: Command) => {
      if (options.last !== undefined && options.since !== undefined) {
        self.error('error: --last and --since exclude each other: leave one out');
      }
      const since = readTime(options.since, self, new Date());
      return inAccount(self, 'Checking the templates', async (session) => {
        const ids = words.slice(0, -1);
        const dir = callerPath(words.at(-1) ?? '');
        const { ports, accountId } = session;
        const candidates = await candidatesIn(dir, { ports, accountId }, ids);
        const comparisons = await withServed(ports, accountId, candidates);
        const against = `the folder ${basename(resolve(dir))}`;
        const work = { comparisons, against, command: self, options };
        return options.show === undefined
          ? replayed(session, { ...work, since })
          : shown(session, { ...work, messageId: options.show });
      });
    });
}

type AccountSession = Session & { accountId: string };

interface Work {
  comparisons: readonly Comparison[];
  /** What the candidates are called: `the folder templates`. */
  against: string;
  command: Command;
  options: ReplayOptions;
}

async function replayed(
  { ports, accountId, deployment, progress }: AccountSession,
  { comparisons, against, command, options, since }: Work & { since: Date | undefined },
): Promise<Result> {
  progress('Reading the messages');
  const { last = since ? maxMails : 100 } = options;
  const { replays, left } = await replay(ports, accountId, comparisons, {
    ...{ last, since, progress },
    senderProblem: sendersOf(deployment),
  });
  const templates = replays.map((one) => reportOf(one, isTestMessage));
  const breaks = templates.some(({ wouldFail }) => wouldFail.length > 0);
  return {
    json: { templates, unreadable: left.newer, complete: !left.tooMany },
    text: replayText(templates, { against, now: ports.now() }),
    note: notes(templates, left, command).join('\n') || undefined,
    exitCode: breaks ? 1 : 0,
  };
}

function notes(templates: readonly ReplayReport[], left: MailsLeftOut, command: Command): string[] {
  const [first] = templates.flatMap(({ wouldFail, differInText, differInHtml }) => [
    ...wouldFail.flatMap(({ messages }) => messages),
    ...differInText,
    ...differInHtml,
  ]);
  const words = ['template', 'replay', ...command.args, '--show', first ?? ''].map(shellWord);
  return [
    first !== undefined && `To see how a mail differs: ${nextCommand(command, words.join(' '))}`,
    templates.some(({ state }) => state === 'noMails') &&
      'Mails of test keys always have copies; "keep": "7d" in template.json keeps those of live mails.',
    left.newer.length > 0 &&
      `Skipped, because a newer version of the service recorded them: ${left.newer.join(', ')}`,
    left.tooMany && 'There are more messages: the search ended after the newest 20,000.',
  ].filter((note) => note !== false);
}

async function shown(
  { ports, accountId, deployment }: AccountSession,
  { comparisons, against, messageId }: Work & { messageId: string },
): Promise<Result> {
  const sides = { against, senderProblem: sendersOf(deployment) };
  return showDifference(ports, accountId, { comparisons, messageId, ...sides });
}

/** Whether sending is switched off is not asked: it is a setting of the deployment, not of a template. */
const sendersOf =
  ({ senders }: Session['deployment']) =>
  (from: string) =>
    senderProblem(from, { senders, sending: true });
