import { randomUUID } from 'node:crypto';
import { sesSender } from '../../shared/adapters/ses/ses.ts';
import { messageStore } from '../../shared/adapters/tables/messages-table-writes.ts';
import { Deadline } from '../../shared/deadline.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import type { TestSendPorts } from '../../shared/manage/test-send.ts';
import { newMessageId } from '../../shared/message/message-id.ts';
import { sesOf } from './connect.ts';
import type { Deployment } from './deployment.ts';

/** How long one mail may take, in milliseconds. */
const mailMs = 30_000;

/** In SES's sandbox one mail a second is sent, so the next one waits until that second is over. */
const pausesMs = [400, 1000, 1500, 2000];

/**
 * Makes a function that returns what one test mail needs: SES with the credentials of the person who runs the CLI, and
 * the deployment's settings.
 *
 * @throws {ManageError} where an earlier version deployed the stack, whose outputs do not have these settings
 */
export async function testMailPorts(
  { templates, messages }: ManagePorts,
  deployment: Deployment,
): Promise<() => TestSendPorts> {
  const { sending, senders } = deployment;
  if (sending === undefined) {
    throw new ManageError(
      'An earlier version of postrider deployed this stack, and it does not say how it sends mails: deploy it again',
    );
  }
  const { configurationSet, enabled, suppression, retentionDays } = sending;
  const sendMail = sesSender({ configurationSet, pausesMs, place: await sesOf(deployment) });
  return () => ({
    templates,
    store: messageStore(messages),
    sendMail,
    deadline: Deadline.in(mailMs),
    senders: { senders, sending: enabled },
    suppression,
    retentionDays,
    newMessageId: (nowMs) => newMessageId(nowMs),
    newOwner: randomUUID,
    epochMs: Date.now,
  });
}
