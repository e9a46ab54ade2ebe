import { type Command, Option } from 'commander';
import { listKeys } from '../../../shared/manage/keys.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { estimate, type UsageRow, usageRows } from '../../../shared/manage/usage/usage-rows.ts';
import { type UsageBy, usageTables } from '../../../shared/manage/usage/usage-search.ts';
import { inAccount, type Session } from '../../connection/session.ts';
import { countLines } from '../../request-log/count-lines.ts';
import { type AccountOption, accountOption, readTime, subcommand } from '../../terminal/options.ts';
import { stopSignal } from '../../terminal/stop-signal.ts';
import { usageNotes, usageText } from './usage-text.ts';

interface UsageOptions extends AccountOption {
  by: UsageBy;
  since: string;
}

/** How long CloudWatch may search. A month of a million mails takes it some seconds. */
const searchMs = 120_000;

/** `usage`: what an account sent, and what that costs. */
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

/** Ends the search when a person interrupts it, or it takes too long. */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupted = stopSignal();
  const late = AbortSignal.timeout(searchMs);
  try {
    return await work(AbortSignal.any([interrupted, late]));
  } catch (cause) {
    const why = 'CloudWatch was told to stop the search';
    if (interrupted.aborted) throw new ManageError(`Interrupted: ${why}`, [], { cause });
    if (late.aborted) {
      const longest = `The search took longer than ${searchMs / 1000} seconds`;
      throw new ManageError(`${longest}: ${why}. Shorten --since`, [], { cause });
    }
    throw cause;
  }
}

/** How the first column names a row: a key by its name as well. */
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
