import type { Command } from 'commander';
import { maxPageItems } from '../../../shared/engine/limits.ts';
import type { MessageSearch } from '../../../shared/manage/messages/message-search.ts';
import {
  listMessages,
  type MessageList,
  type MessageListPorts,
} from '../../../shared/manage/messages/messages.ts';
import { inAccount } from '../../connection/session.ts';
import { accountOption, subcommand } from '../../terminal/options.ts';
import { readSearch, type SearchOptions, stateNames } from './message-options.ts';
import { messageListJson, messageTable, suppressionLine } from './message-text.ts';

export function addList(message: Command): void {
  subcommand(message, 'list', {
    about:
      'list the messages of an account, newest first (scheduled ones soonest first), a page at a time',
    example: 'message list --state bounced --since 7d',
  })
    .option(
      '--search <text>',
      'only messages with this id, or with this text in an address, the subject, the reference or the template',
    )
    .option('--state <state>', `only messages in this state: ${stateNames.join(', ')}`)
    .option('--to <address>', 'only messages to this address')
    .option('--template <id>', 'only messages with this template')
    .option('--revision <number>', 'only messages with this revision of --template')
    .option('--key <id>', 'only messages sent with this API key')
    .option('--reference <text>', "only messages with this _reference, the caller's own name")
    .option('--test', 'only messages of test keys, which are not listed otherwise')
    .option(
      '--since <time>',
      'only messages since this time: a date such as 2026-05-01T10:00, or a span such as 30m, 2h, 7d',
    )
    .option('--until <time>', 'only messages until this time, written like --since')
    .option('--limit <number>', 'messages on a page, 1 to 100; default: 50')
    .option('--cursor <cursor>', 'list the next page: the cursor from the previous page')
    .option('--all', 'list all pages at once')
    .option(...accountOption)
    .action((options: SearchOptions & { all?: true }, command: Command) => {
      const search = readSearch(options, command, new Date());
      if (options.all && (search.limit ?? search.cursor) !== undefined) {
        command.error('error: --all cannot be combined with --limit or --cursor');
      }
      return inAccount(command, 'Reading the messages', async ({ ports, accountId, progress }) => {
        const list = options.all
          ? await listAll(ports, accountId, search, progress)
          : await listMessages(ports, accountId, search);
        return {
          json: messageListJson(list),
          text: messageTable(list.messages, search.state === 'SCHEDULED'),
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
  const isEmpty = messages.length === 0;
  const notes = [
    suppressed && `${suppressionLine(suppressed)}. Sends to it are refused.`,
    unreadable.length > 0 &&
      `A newer version of the service recorded ${unreadable.join(', ')}: this version cannot show them`,
    nextCursor &&
      `${isEmpty ? 'Nothing found so far' : 'There may be more'}: add --cursor ${nextCursor}`,
    isEmpty && !nextCursor && 'No message matches.',
  ].filter((note) => typeof note === 'string');
  return notes.length > 0 ? notes.join('\n') : undefined;
}
