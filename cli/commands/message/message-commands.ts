import type { Command } from 'commander';
import { showCopy } from '../../../shared/manage/messages/message-copies.ts';
import { showWithDeliveries } from '../../../shared/manage/messages/webhook-timeline.ts';
import { inAccount } from '../../connection/session.ts';
import { accountOption, subcommand } from '../../terminal/options.ts';
import { copyJson, messageJson, suppressionJson } from './message-json.ts';
import { addList } from './message-list.ts';
import { addScheduled } from './message-scheduled.ts';
import { addTail } from './message-tail.ts';
import { copyText, explainedText } from './message-text.ts';

/** `message …`: the messages that were sent, and their states. */
export function addMessageCommands(program: Command): void {
  const message = program
    .command('message')
    .description('show sent and scheduled messages, and change scheduled ones');
  addList(message);
  addShow(message);
  addTail(message);
  addScheduled(message);
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
        const { record, suppressed, explanation } = shown;
        const copy = content ? await showCopy(ports, accountId, record.messageId) : null;
        const { reported, ...kept } = record;
        const json = {
          ...messageJson(kept),
          // `state` is the state that `message list` shows; `sendState` is how far sending itself came.
          state: explanation.state,
          sendState: record.state,
          suppressed: suppressed.map(suppressionJson),
          explanation,
          ...(content && { content: copy && copyJson(copy) }),
        };
        return { json, text: explainedText(shown) + (content ? copyText(copy) : '') };
      }),
    );
}
