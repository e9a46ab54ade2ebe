import type { Command } from 'commander';
import { maxSearchedMessages } from '../../../shared/engine/limits.ts';
import { inAccount } from '../../connection/session.ts';
import { accountOption, subcommand } from '../../terminal/options.ts';
import { pauseUnlessStopped, stopSignal } from '../../terminal/stop-signal.ts';
import { forwardTo } from './forwarding.ts';
import { messageJson } from './message-json.ts';
import { changeLine } from './message-text.ts';
import { watchMessages } from './watch-messages.ts';

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
    .option(
      '--forward <url>',
      'send each new event to this address of your own machine, as a signed webhook',
    )
    .option(...accountOption)
    .action(({ test, forward }: { test?: true; forward?: string }, command: Command) =>
      inAccount(command, 'Waiting for messages', async (session) => {
        const { ports, accountId, emit } = session;
        const ended = stopSignal();
        const readChanges = watchMessages(ports, accountId, { test });
        // From here on nothing is missed: --forward says only now that it sends.
        await readChanges();
        const forwardChanges =
          forward === undefined ? undefined : await forwardTo(forward, { ...session, ended });
        while (!ended.aborted) {
          const { changes, isCut } = await readChanges();
          if (isCut) process.stderr.write(`${cutNote}\n`);
          for (const change of changes) {
            const json = { ...messageJson(change.message), before: change.before };
            emit({ json, text: changeLine(change, ports.now()) });
          }
          await forwardChanges?.(changes);
          await pauseUnlessStopped(ended, pollMs);
        }
        return null;
      }),
    );
}
