import type { Command } from 'commander';
import { maxPageItems } from '../../shared/engine/limits.ts';
import { chosenAccount } from '../../shared/manage/accounts.ts';
import {
  listMessages,
  type MessageList,
  type MessageListPorts,
  type MessageSearch,
} from '../../shared/manage/messages/messages.ts';
import { inSession } from '../connection/session.ts';
import { type AccountOption, accountOption, example } from '../terminal/options.ts';
import { messageListJson } from './message-json.ts';
import { readSearch, type SearchOptions, stateNames } from './message-options.ts';
import { messageTable, suppressionLine } from './message-text.ts';

interface ListOptions extends AccountOption, SearchOptions {
  all?: boolean;
}

/** `message list`: a page of what was sent, or with `--all` all that fits the search. */
export function addList(message: Command): void {
  message
    .command('list')
    .description('list the messages of an account, newest first, a page at a time')
    .option('--state <state>', stateNames.join(', '))
    .option('--to <address>', 'sent to this address')
    .option('--template <id>', 'sent with this template')
    .option('--revision <number>', 'of the template that --template names')
    .option('--key <id>', 'sent with this API key')
    .option('--since <time>', 'a date such as 2026-05-01T10:00, or a span such as 30m, 2h, 7d')
    .option('--limit <number>', 'messages on a page, 1 to 100; default: 50')
    .option('--cursor <cursor>', 'the next page: what the page before ended with')
    .option('--all', 'all pages as one')
    .option(...accountOption)
    .addHelpText(...example('message list --state bounced --since 7d'))
    .action((options: ListOptions, command: Command) => {
      const search = readSearch(options, command, new Date());
      if (options.all && (search.limit ?? search.cursor) !== undefined) {
        command.error('error: --all goes without --limit and --cursor');
      }
      return inSession(command, async ({ ports, progress }) => {
        progress('Reading the messages');
        const accountId = await chosenAccount(ports, options.account);
        const list = options.all
          ? await listAll(ports, accountId, search, progress)
          : await listMessages(ports, accountId, search);
        return {
          json: messageListJson(list),
          text: messageTable(list.messages),
          note: noteOn(list),
        };
      });
    });
}

async function listAll(
  ports: MessageListPorts,
  accountId: string,
  search: MessageSearch,
  progress: (doing: string) => void,
): Promise<MessageList> {
  const limit = maxPageItems;
  const all = await listMessages(ports, accountId, { ...search, limit });
  while (all.nextCursor !== null) {
    progress(`Reading the messages: ${all.messages.length} found so far`);
    const page = { ...search, limit, cursor: all.nextCursor };
    const { messages, unreadable, nextCursor } = await listMessages(ports, accountId, page);
    all.messages.push(...messages);
    all.unreadable.push(...unreadable);
    all.nextCursor = nextCursor;
  }
  return all;
}

function noteOn({ messages, nextCursor, unreadable, suppressed }: MessageList): string | undefined {
  const found = messages.length === 0 ? 'Nothing found so far' : 'There may be more';
  const notes = [
    ...(suppressed ? [`${suppressionLine(suppressed)}. Sends to it are refused.`] : []),
    ...(unreadable.length > 0
      ? [`Recorded by a newer version of the service: ${unreadable.join(', ')}`]
      : []),
    ...(nextCursor ? [`${found}: add --cursor ${nextCursor}`] : []),
    ...(messages.length === 0 && !nextCursor ? ['No such messages.'] : []),
  ];
  return notes.length > 0 ? notes.join('\n') : undefined;
}
