import type { Command } from 'commander';
import { chosenAccount } from '../shared/manage/accounts.ts';
import { listMessages, type MessageList, showMessage } from '../shared/manage/messages.ts';
import { readSearch, type SearchOptions, stateNames } from './message-options.ts';
import { addTail } from './message-tail.ts';
import { explainedText, messageTable, suppressionLine } from './message-text.ts';
import { type AccountOption, accountOption, example } from './options.ts';
import { inSession } from './session.ts';

/** `message …`: what was sent, and what became of it. */
export function addMessageCommands(program: Command): void {
  const message = program.command('message').description('messages and what became of them');
  addList(message);
  addShow(message);
  addTail(message);
}

function addList(message: Command): void {
  message
    .command('list')
    .description('list the messages of an account, newest first, a page at a time')
    .option('--state <state>', stateNames.join(', '))
    .option('--to <address>', 'sent to this address')
    .option('--since <time>', 'a date such as 2026-05-01T10:00, or a span such as 30m, 2h, 7d')
    .option('--limit <number>', 'messages on a page, 1 to 100; default: 50')
    .option('--cursor <cursor>', 'the next page: what the page before ended with')
    .option(...accountOption)
    .addHelpText(...example('message list --state bounced --since 7d'))
    .action((options: AccountOption & SearchOptions, command: Command) => {
      const search = readSearch(options, command, new Date());
      return inSession(command, async ({ ports, progress }) => {
        progress('Reading the messages');
        const accountId = await chosenAccount(ports, options.account);
        const list = await listMessages(ports, accountId, search);
        return { json: list, text: messageTable(list.messages), note: noteOn(list) };
      });
    });
}

function addShow(message: Command): void {
  message
    .command('show')
    .description('tell what happened to a message, why, and what to do about it')
    .argument('<message>', "its id, or SES's")
    .option(...accountOption)
    .addHelpText(...example('message show 01KQHFP6800000000000000001'))
    .action((id: string, options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, progress }) => {
        progress('Reading the message');
        const accountId = await chosenAccount(ports, options.account);
        const shown = await showMessage(ports, accountId, id);
        const { record, suppressed, explanation } = shown;
        // What lists show as the state; how far the sending itself came has a name of its own.
        const { state } = explanation;
        const json = { ...record, state, sendState: record.state, suppressed, explanation };
        return { json, text: explainedText(shown) };
      }),
    );
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
