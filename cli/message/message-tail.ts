import type { Command } from 'commander';
import { maxSearchedMessages } from '../../shared/engine/limits.ts';
import { chosenAccount } from '../../shared/manage/accounts.ts';
import { inSession } from '../connection/session.ts';
import { watchMessages } from '../operate/watch-messages.ts';
import { type AccountOption, accountOption, example } from '../terminal/options.ts';
import { endOfReading, untilNextLook } from '../terminal/reading-end.ts';
import { messageJson } from './message-json.ts';
import { changeLine } from './message-text.ts';

const cutNote = `More than ${maxSearchedMessages} messages came at once: message list shows those that are left out here.`;

/** `message tail`: until it is interrupted, or until whoever reads it has seen enough. */
export function addTail(message: Command): void {
  message
    .command('tail')
    .description(
      'print new messages, and new states of the newest 100, as they come; Ctrl-C ends it. With --json one document a line',
    )
    .option(...accountOption)
    .addHelpText(...example('message tail'))
    .action((options: AccountOption, command: Command) =>
      inSession(command, async ({ ports, progress, emit }) => {
        const ended = endOfReading();
        const accountId = await chosenAccount(ports, options.account);
        const readChanges = watchMessages(ports, accountId);
        progress('Waiting for messages');
        while (!ended.aborted) {
          const { changes, isCut } = await readChanges();
          if (isCut) process.stderr.write(`${cutNote}\n`);
          for (const change of changes) {
            const json = { ...messageJson(change.message), before: change.before };
            emit({ json, text: changeLine(change, ports.now()) });
          }
          await untilNextLook(ended);
        }
        return null;
      }),
    );
}
