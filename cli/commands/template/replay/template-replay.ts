import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { callerPath } from '../../../../lib/project.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import {
  byId,
  type Candidate,
  type Comparison,
  drafts,
  withServed,
} from '../../../../shared/manage/replay/comparisons.ts';
import { replay } from '../../../../shared/manage/replay/replay.ts';
import { isTestMessage } from '../../../../shared/message/message-id.ts';
import { inAccount, type Session } from '../../../connection/session.ts';
import { prepareFolder } from '../../../folders/prepare-folder.ts';
import {
  accountOption,
  nextCommand,
  readTime,
  subcommand,
  wholeNumber,
} from '../../../terminal/options.ts';
import type { Result } from '../../../terminal/result.ts';
import { shellWord } from '../../../terminal/text.ts';
import { type ReplayReport, reportOf } from './replay-report.ts';
import { replayText, showDifference } from './replay-text.ts';

interface ReplayOptions {
  draft?: boolean;
  last?: number;
  since?: string;
  show?: string;
}

const maxMails = 1000;

export function addReplay(template: Command): void {
  const command: Command = subcommand(template, 'replay', {
    about:
      'make the mails of kept copies again with the templates in a folder, or with drafts, and compare them with what is served; send nothing',
    example: 'template replay welcome templates --last 100',
  })
    .usage('[options] [id...] <dir>, or [id...] --draft')
    .argument(
      '[ids...]',
      "the ids of the templates to replay, default: all; then one template's folder, or a folder of such folders",
    )
    .option('--draft', 'with the drafts of the templates, and no folder')
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
      if (words.length === 0 && !options.draft) {
        self.error("error: missing required argument 'dir', or --draft");
      }
      const since = readTime(options.since, self, new Date());
      return inAccount(self, 'Checking the templates', async (session) => {
        const { ports, accountId } = session;
        const { candidates, against } = await candidatesOf(words, options, session);
        const comparisons = await withServed(ports, accountId, candidates);
        const work = { comparisons, against, command: self };
        return options.show === undefined
          ? replayed(session, { ...work, since, last: options.last })
          : showDifference(ports, accountId, {
              ...{ comparisons, against, messageId: options.show },
              senders: session.deployment.senders,
            });
      });
    });
}

async function candidatesOf(
  words: readonly string[],
  { draft = false }: ReplayOptions,
  { ports, accountId }: AccountSession,
): Promise<{ candidates: Candidate[]; against: string }> {
  if (draft) return { candidates: await drafts(ports, accountId, words), against: 'the draft' };
  const dir = callerPath(words.at(-1) ?? '');
  const stored = { ports, accountId };
  const prepared = await prepareFolder(dir, stored, { opening: 'Nothing was replayed' });
  const mails = prepared.filter(({ revision }) => revision.kind !== 'partial');
  const ids = words.slice(0, -1);
  const unknown = ids.filter((id) => !mails.some(({ templateId }) => templateId === id));
  if (unknown.length > 0) {
    throw new ManageError(`${dir} has no template ${unknown.join(', ')}`, [], { code: 'unknown' });
  }
  const named = mails.filter(({ templateId }) => ids.length === 0 || ids.includes(templateId));
  return { candidates: named.sort(byId), against: `the folder ${basename(resolve(dir))}` };
}

type AccountSession = Session & { accountId: string };

interface ReplayWork {
  comparisons: readonly Comparison[];
  /** The name of the candidates in a sentence: `the folder templates`. */
  against: string;
  command: Command;
  last: number | undefined;
  since: Date | undefined;
}

async function replayed(
  { ports, accountId, deployment, progress }: AccountSession,
  { comparisons, against, command, since, last = since ? maxMails : 100 }: ReplayWork,
): Promise<Result> {
  progress('Reading the messages');
  const { replays, tooMany } = await replay(ports, accountId, comparisons, {
    ...{ last, since, progress, senders: deployment.senders },
  });
  const templates = replays.map((one) => reportOf(one, isTestMessage));
  const breaks = templates.some(({ wouldFail }) => wouldFail.length > 0);
  return {
    json: { templates, complete: !tooMany },
    text: replayText(templates, { against, now: ports.now() }),
    note: notes(templates, tooMany, command).join('\n') || undefined,
    exitCode: breaks ? 1 : 0,
  };
}

function notes(templates: readonly ReplayReport[], tooMany: boolean, command: Command): string[] {
  const [first] = templates.flatMap(({ wouldFail, differInText, differInHtml }) => [
    ...wouldFail.flatMap(({ messages }) => messages),
    ...differInText,
    ...differInHtml,
  ]);
  const { draft = false }: ReplayOptions = command.opts();
  const words = ['template', 'replay', ...command.args, ...(draft ? ['--draft'] : [])];
  return [
    first !== undefined &&
      `To see how a mail differs: ${nextCommand(command, [...words.map(shellWord), '--show', first].join(' '))}`,
    templates.some(({ state }) => state === 'noMails') &&
      'Mails of test keys always have copies; "keep": "7d" in template.json keeps those of live mails.',
    tooMany && 'There are more messages: the search ended after the newest 20,000.',
  ].filter((note) => note !== false);
}
