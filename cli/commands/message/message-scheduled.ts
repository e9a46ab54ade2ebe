import type { Command } from 'commander';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { showMessage } from '../../../shared/manage/messages/messages.ts';
import type { ScheduledPorts } from '../../../shared/manage/messages/scheduled-messages.ts';
import { cancelMessage, sendNow } from '../../../shared/manage/messages/scheduled-messages.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { withWakeUps } from '../../connection/connect.ts';
import { inAccount } from '../../connection/session.ts';
import { accountOption, subcommand } from '../../terminal/options.ts';
import { pendingOf, requeueMessages } from '../../upkeep/requeue-messages.ts';

export function addScheduled(message: Command): void {
  addSend(message);
  addCancel(message);
  addRequeue(message);
}

function addSend(message: Command): void {
  subcommand(message, 'send', {
    about: 'send a scheduled message now, before it is due',
    example: 'message send 01KQHFP6800000000000000001',
  })
    .argument('<message>', "the message's id")
    .option('--newest', "send it with the template's current revision")
    .option(...accountOption)
    .action((id: string, { newest = false }: { newest?: boolean }, command: Command) =>
      inAccount(command, 'Waking the message up', async ({ ports, accountId, deployment }) => {
        const scheduled = withWakeUps(ports, deployment);
        const messageId = await sendNow(scheduled, accountId, id, { newest });
        const { record } = await showMessage(ports, accountId, messageId);
        const { revision, sendAt } = record;
        return {
          json: { id: messageId, revision, sendAt },
          text: `Message ${messageId} is sent now, with revision ${revision}: message show ${messageId} tells how it ended`,
        };
      }),
    );
}

interface CancelOptions {
  reference?: string;
  key?: string;
}

function addCancel(message: Command): void {
  subcommand(message, 'cancel', {
    about: 'cancel a scheduled message, or those of a reference or of an API key',
    example: 'message cancel 01KQHFP6800000000000000001',
  })
    .argument('[message]', "the message's id")
    .option('--reference <text>', "all scheduled messages with this _reference, the caller's name")
    .option(
      '--key <id>',
      'all scheduled messages that this API key asked for, such as a leaked one',
    )
    .option(...accountOption)
    .action((id: string | undefined, options: CancelOptions, command: Command) => {
      const named = [id, options.reference, options.key].filter((each) => each !== undefined);
      if (named.length !== 1) {
        command.error('error: name one of <message>, --reference and --key');
      }
      return inAccount(command, 'Cancelling', async ({ ports, accountId, deployment }) => {
        const scheduled = withWakeUps(ports, deployment);
        const { cancelled, tooLate } =
          id === undefined
            ? await cancelMany(scheduled, accountId, options)
            : { cancelled: [await cancelMessage(scheduled, accountId, id)], tooLate: [] };
        return {
          json: { cancelled, tooLate },
          text: [
            ...cancelled.map((each) => `Cancelled ${each}: it is never sent`),
            ...tooLate.map(
              (each) =>
                `Too late to cancel ${each}: message show ${each} explains what happened to it`,
            ),
            ...(cancelled.length + tooLate.length === 0 ? ['No scheduled message matches.'] : []),
          ].join('\n'),
        };
      });
    });
}

async function cancelMany(
  ports: ScheduledPorts,
  accountId: string,
  { reference, key }: CancelOptions,
) {
  const pending = await pendingOf(ports, accountId, { reference });
  const wanted = pending.filter(({ keyId }) => key === undefined || keyId === key);
  const cancelled: string[] = [];
  const tooLate: string[] = [];
  await inParallel(wanted, async ({ messageId }) => {
    try {
      cancelled.push(await cancelMessage(ports, accountId, messageId));
    } catch (error) {
      // The list may still contain a message that was already sent, or one that was never recorded.
      const isKnown = error instanceof ManageError && ['late', 'unknown'].includes(error.code);
      if (!isKnown) throw error;
      if (error.code === 'late') tooLate.push(messageId);
    }
  });
  return { cancelled, tooLate };
}

function addRequeue(message: Command): void {
  subcommand(message, 'requeue', {
    about: 'wake up the scheduled messages that are overdue, or due within 15 minutes',
    example: 'message requeue',
  })
    .option('--all', 'wake up each scheduled message when it is due: for a stack that was removed')
    .option(...accountOption)
    .action(({ all }: { all?: boolean }, command: Command) =>
      inAccount(command, 'Waking up messages', async ({ ports, accountId, deployment }) => {
        const messages = await requeueMessages(withWakeUps(ports, deployment), accountId, {
          all,
        });
        return {
          json: { messages },
          text:
            messages.length === 0
              ? `No message is scheduled${all ? '' : ', and overdue or due within 15 minutes'}.`
              : `Asked for the wake-ups of ${messages.length} scheduled messages: ${messages.join(', ')}`,
        };
      }),
    );
}
