import type { Command } from 'commander';
import { chosenAccount } from '../../shared/manage/accounts.ts';
import { showMessage } from '../../shared/manage/messages/messages.ts';
import { inSession } from '../connection/session.ts';
import { messageJson, suppressionJson } from '../message/message-json.ts';
import { addList } from '../message/message-list.ts';
import { addTail } from '../message/message-tail.ts';
import { explainedText } from '../message/message-text.ts';
import { type AccountOption, accountOption, example } from '../terminal/options.ts';

/** `message …`: what was sent, and what became of it. */
export function addMessageCommands(program: Command): void {
  const message = program.command('message').description('messages and what became of them');
  addList(message);
  addShow(message);
  addTail(message);
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
        const { reported: _, ...told } = record;
        // What lists show as the state; how far the sending itself came has a name of its own.
        const { state } = explanation;
        const json = {
          ...messageJson(told),
          state,
          sendState: record.state,
          suppressed: suppressed.map(suppressionJson),
          explanation,
        };
        return { json, text: explainedText(shown) };
      }),
    );
}
