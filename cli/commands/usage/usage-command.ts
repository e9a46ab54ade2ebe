import { type Command, Option } from 'commander';
import { prices } from '../../../shared/manage/cost/prices.ts';
import { listKeys } from '../../../shared/manage/keys.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import {
  type CountedLines,
  type UsageBy,
  type UsageSearch,
  usageTables,
} from '../../../shared/manage/usage/line-groups.ts';
import {
  estimate,
  sumOfRows,
  type UsageRow,
  usageRows,
} from '../../../shared/manage/usage/usage-rows.ts';
import { inAccount, type Session } from '../../connection/session.ts';
import { countLines } from '../../request-log/deployment-log.ts';
import { localTime } from '../../terminal/local-time.ts';
import { type AccountOption, accountOption, readTime, subcommand } from '../../terminal/options.ts';
import { table } from '../../terminal/result.ts';
import { stopSignal } from '../../terminal/stop-signal.ts';
import { money, quantity } from './cost-page.ts';

interface UsageOptions extends AccountOption {
  by: UsageBy;
  since: string;
}

/** How long CloudWatch may search. A month of a million mails takes it some seconds. */
const searchMs = 120_000;

export function addUsageCommand(program: Command): void {
  subcommand(program, 'usage', {
    about: 'show what an account sent and what that costs, from the logs (docs/cost.md)',
    example: 'usage --by key --since 7d',
  })
    .option(...accountOption)
    .addOption(
      new Option('--by <what>', 'what each row is').choices([...usageTables]).default('template'),
    )
    .option(
      '--since <time>',
      'only requests since this time: a date such as 2026-05-01, or a span such as 7d',
      '30d',
    )
    .action(({ by, since: text }: UsageOptions, command: Command) => {
      const now = new Date();
      const since = readTime(text, command, now) ?? now;
      return inAccount(command, 'Searching the logs', async (session) => {
        const { accountId, deployment } = session;
        const search = { accountId, by, since };
        const counted = await inTime((signal) => countLines(deployment, search, signal));
        const rows = usageRows(counted.groups, by);
        const { isCut, goneBefore, searchedBytes } = counted;
        return {
          json: {
            since: since.toISOString(),
            by,
            estimate,
            isCut,
            goneBefore,
            searchedBytes,
            rows,
          },
          text: usageText(rows, search, await namesFor(rows, by, session)),
          note: usageNotes(counted, search).join('\n') || undefined,
        };
      });
    });
}

async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ended = AbortSignal.any([stopSignal(), AbortSignal.timeout(searchMs)]);
  try {
    return await work(ended);
  } catch (cause) {
    if (!ended.aborted) throw cause;
    const sentence = `The search was interrupted, or took longer than ${searchMs / 1000} seconds`;
    throw new ManageError(`${sentence}: CloudWatch was told to stop it. Shorten --since`, [], {
      cause,
    });
  }
}

async function namesFor(
  rows: readonly UsageRow[],
  by: UsageBy,
  { ports, accountId }: Session & { accountId: string },
): Promise<(row: UsageRow) => string> {
  const hasKeys = by === 'key' && rows.length > 0;
  const keys = hasKeys ? await listKeys(ports, accountId) : [];
  const names = new Map(keys.map(({ keyId, name }) => [keyId, `${keyId} ${name}`]));
  return ({ name }) => (name === null ? '-' : (names.get(name) ?? name));
}

export function usageText(
  rows: readonly UsageRow[],
  { by }: Pick<UsageSearch, 'by'>,
  nameOf: (row: UsageRow) => string,
): string {
  const live = rows.filter(({ test }) => !test);
  const tests = rows.filter(({ test }) => test);
  const shown = (of: readonly UsageRow[], test: boolean) => {
    const all = sumOfRows(of, { name: null, test });
    const cells = of.map((row) => cellsOf(nameOf(row), row));
    return table([by.toUpperCase(), ...headings], [...cells, cellsOf('all', all)]);
  };
  const parts = [
    shown(live, false),
    ...(tests.length > 0 ? [`Test keys\n${shown(tests, true)}`] : []),
    estimate,
  ];
  return parts.join('\n\n');
}

const headings = [
  ...['MAILS', 'RECIPIENTS', 'OTHER REQUESTS', 'SERVICE'],
  ...['SES À LA CARTE', 'SES ESSENTIALS'],
];

const cellsOf = (
  name: string,
  { mails, recipients, otherRequests, service, ses }: Omit<UsageRow, 'name'>,
) => [
  name,
  ...[mails, recipients, otherRequests].map((count) => count.toLocaleString('en-US')),
  ...[service, ses['à la carte'], ses.Essentials].map(dollars),
];

/** Dollars and cents; less than a cent has hundredths of a cent. */
function dollars(amount: number): string {
  if (amount > 0 && amount < 0.0001) return '<$0.0001';
  return amount > 0 && amount < 0.01 ? `$${amount.toFixed(4)}` : money(amount);
}

export function usageNotes(
  { isCut, goneBefore, searchedBytes }: CountedLines,
  { since }: Pick<UsageSearch, 'since'>,
): string[] {
  const asked = localTime(since.toISOString());
  return [
    ...(goneBefore === null
      ? []
      : [
          `The logs from before ${localTime(goneBefore)} are gone: nothing is counted from ${asked} until then.`,
        ]),
    ...(isCut
      ? ['There are more rows than CloudWatch returns: those with the fewest lines are missing.']
      : []),
    ...(searchedBytes === null ? [] : [searchCost(searchedBytes)]),
  ];
}

function searchCost(bytes: number): string {
  const { dollars: price, per } = prices.queriedLogBytes;
  const gigabytes = bytes / 1e9;
  return `CloudWatch searched ${quantity(gigabytes, 'GB')} of logs, for ${dollars((gigabytes / per) * price)}.`;
}
