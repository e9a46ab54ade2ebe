import type { Command } from 'commander';
import type { TrailEntry } from '../../shared/adapters/tables/trail-table.ts';
import { changeWords } from '../../shared/engine/trail-actions.ts';
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

interface Range {
  since?: string;
  until?: string;
}

/** A command that reads the entries of a span of time. */
const reading = (trail: Command, name: string, words: { about: string; example: string }) =>
  subcommand(trail, name, words)
    .option('--since <time>', 'only entries from this time on: a date, or a span such as 7d')
    .option('--until <time>', 'only entries before this time')
    .option(...accountOption);

const rangeOf = ({ since, until }: Range, command: Command, now: Date) => ({
  since: readTime(since, command, now),
  until: readTime(until, command, now, '--until'),
});

/** `trail export`: the file is whole, or not there. Its own entry is written before it. */
function addExport(trail: Command): void {
  reading(trail, 'export', {
    about:
      'write the changes of an account into a file, one JSON document a line, the oldest first',
    example: 'trail export --out trail.jsonl --since 30d',
  })
    .requiredOption('--out <file>', 'a new file')
    .option('--overwrite', 'replace an existing file')
    .action((options: Range & { out: string; overwrite?: boolean }, command: Command) =>
      inAccount(command, 'Reading the trail', async ({ ports, accountId }) => {
        const { out, overwrite } = options;
        const range = rangeOf(options, command, ports.now());
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

type ListOptions = Pick<TrailQuery, 'action' | 'who' | 'target' | 'cursor'> &
  Range & { person?: string; limit?: string };

function addList(trail: Command): void {
  reading(trail, 'list', {
    about: 'list the changes of an account, the newest first, a page at a time',
    example: 'trail list --action template. --since 7d',
  })
    .option('--action <action>', 'only this action, such as key.created, or all of a kind: key.')
    .option('--who <id>', 'only changes of this person: the id in the JSON of an entry')
    .option('--target <target>', 'only changes of this thing, such as template:welcome')
    .option('--person <address>', 'only entries about this recipient')
    .option('--limit <number>', 'entries on a page, 1 to 100; default: 100')
    .option('--cursor <cursor>', 'list the next page: the cursor from the previous page')
    .action((options: ListOptions, command: Command) => {
      const limit = pageLimit(options.limit, command);
      return inAccount(command, 'Reading the trail', async ({ ports, accountId }) => {
        const { action, who, person, cursor } = options;
        const target =
          person === undefined
            ? options.target
            : await personTarget(ports, accountId, checkAddress(person));
        const range = rangeOf(options, command, ports.now());
        const query = { action, who, target, cursor, limit, ...range };
        const { entries, next } = await listTrail(ports, accountId, query);
        return {
          json: { entries, nextCursor: next },
          text: table(['TIME', 'WHO', 'BY', 'ACTION', 'TARGET', 'CHANGE'], entries.map(row)),
          note: next ? `There are more: add --cursor ${next}` : undefined,
        };
      });
    });
}

const row = ({ at, who, door, action, target, ...rest }: TrailEntry) => [
  ...[localTime(at), who.name ?? who.id, door, action, target, changeWords(rest)],
];
