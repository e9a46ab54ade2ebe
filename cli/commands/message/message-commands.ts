import type { Command } from 'commander';
import { maxSearchedMessages } from '../../../shared/engine/limits.ts';
import { openCopy } from '../../../shared/manage/messages/messages.ts';
import { showWithDeliveries } from '../../../shared/manage/messages/webhook-timeline.ts';
import { messageIdHeaderOf } from '../../../shared/message/message-id-header.ts';
import { shownReply } from '../../../shared/message/reply.ts';
import { inAccount } from '../../connection/session.ts';
import { accountOption, subcommand } from '../../terminal/options.ts';
import { pauseUnlessStopped, stopSignal } from '../../terminal/stop-signal.ts';
import { forwardTo } from './forwarding.ts';
import { addList } from './message-list.ts';
import { addScheduled } from './message-scheduled.ts';
import {
  changeLine,
  copyJson,
  copyText,
  explainedText,
  messageJson,
  suppressionJson,
} from './message-text.ts';
import { addReplyCommands } from './reply-commands.ts';
import { watchMessages } from './watch-messages.ts';

export function addMessageCommands(program: Command): void {
  const message = program
    .command('message')
    .description('show sent and scheduled messages, and change scheduled ones');
  addList(message);
  addShow(message);
  addTail(message);
  addScheduled(message);
  addReplyCommands(message);
}

function addShow(message: Command): void {
  subcommand(message, 'show', {
    about: 'explain what happened to a message, why, and what to do about it',
    example: 'message show 01KQHFP6800000000000000001',
  })
    .argument('<message>', "the message's id, or the messageId in execute's answer")
    .option(...accountOption)
    .option('--content', 'print the subject and the text of the mail too, if a copy is kept')
    .action((id: string, { content = false }: { content?: boolean }, command: Command) =>
      inAccount(command, 'Reading the message', async ({ ports, accountId }) => {
        const shown = await showWithDeliveries(ports, accountId, id);
        const { record, suppressed, explanation, replies } = shown;
        const copy = content ? await openCopy(ports, accountId, record.messageId) : null;
        const { reported, ...kept } = record;
        const json = {
          ...messageJson(kept),
          messageIdHeader: messageIdHeaderOf(kept.sesMessageId, ports.region),
          door: kept.door ?? null,
          // `state` is the state that `message list` shows; `sendState` is the state of sending alone.
          state: explanation.state,
          sendState: record.state,
          suppressed: suppressed.map(suppressionJson),
          explanation,
          ...(record.replyTo !== undefined && { replies: replies.map(shownReply) }),
          ...(content && { content: copy && copyJson(copy) }),
        };
        return { json, text: explainedText(shown, ports.region) + (content ? copyText(copy) : '') };
      }),
    );
}

const pollMs = 1000;

const cutNote = `More than ${maxSearchedMessages} messages came at once, so some are not shown here: message list shows them.`;

/** `message tail` prints changes until it is interrupted, or until the reader of its output closes it. */
function addTail(message: Command): void {
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
        // No change is missed from here on, so --forward says only now that it sends.
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
