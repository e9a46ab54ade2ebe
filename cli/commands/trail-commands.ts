import type { Command } from 'commander';
import type { TrailEntry } from '../../shared/adapters/tables/trail-table.ts';
import { checkAddress } from '../../shared/manage/address.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { note, personTarget } from '../../shared/manage/trail/recorded.ts';
import { listTrail, readTrail, type TrailQuery } from '../../shared/manage/trail/trail.ts';
import { inAccount } from '../connection/session.ts';
import { isTaken, writeOutput } from '../files/whole-file.ts';
import { localTime } from '../terminal/local-time.ts';
import { accountOption, pageLimit, readTime, subcommand } from '../terminal/options.ts';
import { table } from '../terminal/result.ts';

export function addTrailCommands(program: Command): void {
  const trail = program
    .command('trail')
    .description('show who changed what in an account: in the dashboard, by the CLI and by agents');
  addList(trail);
  addExport(trail);
}

interface ExportOptions {
  out: string;
  since?: string;
  until?: string;
  overwrite?: boolean;
}

/** `trail export`: the file is whole, or not there. Its own entry is written before it. */
function addExport(trail: Command): void {
  subcommand(trail, 'export', {
    about:
      'write the changes of an account into a file, one JSON document a line, the oldest first',
    example: 'trail export --out trail.jsonl --since 30d',
  })
    .requiredOption('--out <file>', 'a new file')
    .option('--since <time>', 'only entries from this time on: a date, or a span such as 7d')
    .option('--until <time>', 'only entries before this time')
    .option('--overwrite', 'replace an existing file')
    .option(...accountOption)
    .action(({ out, since, until, overwrite }: ExportOptions, command: Command) =>
      inAccount(command, 'Reading the trail', async ({ ports, accountId }) => {
        const range = {
          since: readTime(since, command, ports.now()),
          until: readTime(until, command, ports.now(), '--until'),
        };
        if (!overwrite && (await isTaken(out))) {
          throw new ManageError(`${out} exists already: name another file, or add --overwrite`);
        }
        const lines: string[] = [];
        for await (const entry of readTrail(ports, accountId, range)) {
          lines.push(`${JSON.stringify(entry)}\n`);
        }
        const entries = lines.length;
        await note(ports, accountId, 'trail.exported', `account:${accountId}`, { entries });
        await writeOutput(out, lines.join(''));
        const text = `Exported the trail of ${accountId} to ${out}: ${entries} entries.`;
        return { json: { accountId, file: out, entries }, text };
      }),
    );
}

type ListOptions = Pick<TrailQuery, 'action' | 'who' | 'target' | 'cursor'> & {
  person?: string;
  since?: string;
  until?: string;
  limit?: string;
};

function addList(trail: Command): void {
  subcommand(trail, 'list', {
    about: 'list the changes of an account, the newest first, a page at a time',
    example: 'trail list --action template. --since 7d',
  })
    .option('--action <action>', 'only this action, such as key.created, or all of a kind: key.')
    .option('--who <id>', 'only changes of this person: the id in the JSON of an entry')
    .option('--target <target>', 'only changes of this thing, such as template:welcome')
    .option('--person <address>', 'only entries about this recipient')
    .option('--since <time>', 'only entries from this time on: a date, or a span such as 7d')
    .option('--until <time>', 'only entries before this time')
    .option('--limit <number>', 'entries on a page, 1 to 100; default: 100')
    .option('--cursor <cursor>', 'list the next page: the cursor from the previous page')
    .option(...accountOption)
    .action(({ person, since, until, limit, ...filter }: ListOptions, command: Command) => {
      const size = pageLimit(limit, command);
      return inAccount(command, 'Reading the trail', async ({ ports, accountId }) => {
        const about =
          person === undefined
            ? {}
            : { target: await personTarget(ports, accountId, checkAddress(person)) };
        const found = await listTrail(ports, accountId, {
          ...{ ...filter, ...about, limit: size },
          since: readTime(since, command, ports.now()),
          until: readTime(until, command, ports.now(), '--until'),
        });
        return {
          json: { entries: found.entries, nextCursor: found.next },
          text: table(['TIME', 'WHO', 'BY', 'ACTION', 'TARGET', 'CHANGE'], found.entries.map(row)),
          note: found.next ? `There are more: add --cursor ${found.next}` : undefined,
        };
      });
    });
}

const row = ({ at, who, door, action, target, change }: TrailEntry) => [
  localTime(at),
  who.name ?? who.id,
  door,
  action,
  target,
  Object.entries(change).map(changeText).join(', '),
];

/** `revision 7 → 8`, `events 3`. */
function changeText([name, value]: [string, unknown]): string {
  const shown = (part: unknown): string => {
    if (part === null) return '-';
    if (Array.isArray(part)) return part.join(' ');
    if (typeof part === 'object') return Object.entries(part).flat().join(' ');
    return String(part).replace(/^([0-9a-f]{8})[0-9a-f]{56}$/, '$1');
  };
  return Array.isArray(value) && name !== 'approvedBy'
    ? `${name} ${shown(value[0])} → ${shown(value[1])}`
    : `${name} ${shown(value)}`;
}
