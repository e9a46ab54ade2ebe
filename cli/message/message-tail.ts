import type { Command } from 'commander';
import { maxSearchedMessages } from '../../shared/engine/limits.ts';
import { inAccount } from '../connection/session.ts';
import { watchMessages } from '../operate/watch-messages.ts';
import { accountOption, subcommand } from '../terminal/options.ts';
import { pauseUnlessStopped, stopSignal } from '../terminal/stop-signal.ts';
import { messageJson } from './message-json.ts';
import { changeLine } from './message-text.ts';

/** The time between two reads. */
const pollMs = 1000;

const cutNote = `More than ${maxSearchedMessages} messages came at once, so some are not shown here: message list shows them.`;

/** `message tail` prints changes until it is interrupted, or until the reader of its output closes it. */
export function addTail(message: Command): void {
  subcommand(message, 'tail', {
    about:
      'print new messages, and new states of the newest 100 messages, until Ctrl-C; with --json one JSON document a line',
    example: 'message tail',
  })
    .option('--test', 'only messages of test keys, which are not shown otherwise')
    .option(...accountOption)
    .action(({ test }: { test?: true }, command: Command) =>
      inAccount(command, 'Waiting for messages', async ({ ports, accountId, emit }) => {
        const ended = stopSignal();
        const readChanges = watchMessages(ports, accountId, { test });
        while (!ended.aborted) {
          const { changes, isCut } = await readChanges();
          if (isCut) process.stderr.write(`${cutNote}\n`);
          for (const change of changes) {
            const json = { ...messageJson(change.message), before: change.before };
            emit({ json, text: changeLine(change, ports.now()) });
          }
          await pauseUnlessStopped(ended, pollMs);
        }
        return null;
      }),
    );
}
