import { readForgottenKey } from '../../adapters/tables/account-people.ts';
import type { Table } from '../../adapters/tables/dynamodb.ts';
import {
  type LoadedTemplate,
  type LoadRevision,
  MissingRevision,
} from '../../adapters/tables/template-loader.ts';
import type { FlowMail } from '../../engine/flow/ports.ts';
import { answersTo, sendAnswer } from '../../execute/answers.ts';
import { toItsRecipients } from '../../execute/delivery-route.ts';
import { withFlowOf } from '../../execute/follow-branch.ts';
import { pausedTemplate } from '../../execute/paused-template.ts';
import { RecordedSend } from '../../execute/recorded-send.ts';
import { earlierAttempt } from '../../message/earlier-attempt.ts';
import { readIdempotencyKey } from '../../message/idempotency-key.ts';
import { mark } from '../../message/mask-secrets.ts';
import { addressesOf, type MessageRecord } from '../../message/message.ts';
import type { KeptCopy, MailBodies } from '../../message/message-copy.ts';
import { isTestMessage } from '../../message/message-id.ts';
import { parseDelivery, type Recipients } from '../../message/recipients.ts';
import { senderProblem } from '../../message/sender.ts';
import { suppressedSince } from '../../message/suppression.ts';
import { ManageError } from '../manage-error.ts';
import { type TestOutcome, type TestSendPorts, toOutcome } from '../test-send.ts';
import { note } from '../trail/recorded.ts';
import { messageOf, showCopy } from './messages.ts';

export interface SendAgainPorts extends TestSendPorts {
  messages: Table;
  loadRevision: LoadRevision;
}

export interface SendAgainRequest {
  accountId: string;
  /** Of the message whose mail is sent again. */
  id: string;
  requestId: string;
  idempotencyKey: string;
}

/**
 * Sends the kept mail of a message once more, to the same recipients, as a new message that names the first one: once
 * for each Idempotency-Key.
 *
 * @throws {ManageError} for an id that no message of the account has, and with the reason why it cannot be sent
 * @throws {Refusal} `badIdempotencyKey`, `idempotencyKeyReused`, `idempotencyKeyRunning`
 */
export async function sendAgain(
  { accountId, id, requestId, idempotencyKey }: SendAgainRequest,
  ports: SendAgainPorts,
): Promise<TestOutcome> {
  const reading = { messages: ports.messages, now: () => new Date(ports.epochMs()) };
  const [first, copy] = await Promise.all([
    messageOf(reading, accountId, id),
    showCopy(reading, accountId, id),
  ]);
  const keyed = readIdempotencyKey(idempotencyKey, { sendAgain: first.messageId });
  if (keyed === null) throw new Error('A mail is sent again only with an Idempotency-Key');
  const addresses = ports.suppression ? addressesOf(first) : [];
  const personKey = await readForgottenKey(ports.accounts, accountId);
  const more = { personKey };
  const known = await ports.store.readClaimAndSuppressed(accountId, keyed.keyHash, addresses, more);
  const answers = answersTo({});
  const asked = { ...keyed, accountId, nowMs: ports.epochMs() };
  const writing = { write: answers.writeFound, store: ports.store };
  const earlier = await earlierAttempt(known.claim, asked, writing);
  if (earlier.outcome === 'answered') {
    return { ...toOutcome(earlier.answer, earlier.messageId), repeated: true };
  }
  const [suppressed] = known.suppressed;
  if (suppressed) throw refuse(`${suppressed.address} ${suppressedSince(suppressed)}`);
  const kept = keptOf(first, copy);
  const { branchedTo } = first;
  const own = await templateOf(first, ports);
  const template = branchedTo
    ? withFlowOf(own, await templateOf({ accountId, ...branchedTo }, ports))
    : own;
  const paused = own.paused ?? template.paused;
  if (paused) throw refuse(pausedTemplate(paused).error);
  const mail = mailOf(first, kept, template, ports);
  const origin = {
    ...{ accountId, requestId, keyId: first.keyId, templateId: first.templateId },
    ...{ revision: first.revision, branchedTo, language: first.language },
    messageId: earlier.messageId ?? ports.newMessageId(ports.epochMs()),
    owner: ports.newOwner(),
    reference: first.reference,
    againOf: first.messageId,
  };
  const { expiresAt: _, ...again } = kept;
  const days = template.copies?.days;
  const send = new RecordedSend(
    {
      ...{ origin, keyed, answers, route: toItsRecipients, headers: again.headers },
      takesOver: earlier.takesOver,
      copy: days === undefined ? null : { days, copyOf: async () => again },
    },
    ports,
  );
  const { messageId } = origin;
  await note(ports, accountId, 'message.resent', `message:${first.messageId}`, { messageId });
  const ended = await send.send(mail, []);
  const step = { node: null, type: 'provider', outcome: ended.outcome, ms: 0 } as const;
  const { body } = await send.answer({ outcome: sendAnswer(ended), trace: [step] });
  return { ...toOutcome(body, origin.messageId), repeated: false };
}

const refuse = (why: string) => new ManageError(`The mail cannot be sent again: ${why}`);

/** The revision of a template that was used for the mail: its flow has the sender. */
async function templateOf(
  { accountId, templateId, revision }: Pick<MessageRecord, 'accountId' | 'templateId' | 'revision'>,
  { loadRevision }: SendAgainPorts,
): Promise<LoadedTemplate> {
  try {
    const template = await loadRevision(accountId, templateId, revision);
    if (template !== null) return template;
  } catch (error) {
    if (!(error instanceof MissingRevision)) throw error;
    throw refuse(`revision ${revision} of template ${templateId} is no longer stored`);
  }
  throw refuse(`template ${templateId} is deleted`);
}

type WholeCopy = KeptCopy & { bodies: MailBodies };

const askCode = 'Ask your code to send it with a new Idempotency-Key';

function keptOf({ messageId }: MessageRecord, copy: KeptCopy | null): WholeCopy {
  if (isTestMessage(messageId)) {
    throw refuse('a test key asked for it. Make the request again with that key');
  }
  if (!copy?.bodies) throw refuse(`no copy of it is kept. ${askCode}`);
  if (copy.attachments?.length) throw refuse(`its files are not kept. ${askCode}`);
  return { ...copy, bodies: copy.bodies };
}

function mailOf(
  first: MessageRecord,
  copy: WholeCopy,
  { copies, plan }: LoadedTemplate,
  { senders, newThread }: SendAgainPorts,
): FlowMail<Recipients> {
  if (copies?.secret.length && isMasked(copy)) {
    throw refuse(`its copy has ${mark} in place of secret values. ${askCode}`);
  }
  if (plan?.output.type !== 'provider') {
    throw refuse(`the flow of revision ${first.revision} has no sender`);
  }
  const { from, replyTo } = plan.output;
  const problem = senderProblem(from, senders);
  if (problem !== null) throw refuse(problem);
  const fields = { ...fieldsOf(first), _replyTo: copy.given?._replyTo ?? replyTo };
  const delivery = parseDelivery(fields, newThread);
  if (!delivery.ok) throw refuse(delivery.error);
  // The address to unsubscribe is among the headers of the copy.
  return { ...copy.bodies, from, recipients: delivery.recipients, unsubscribe: null };
}

const isMasked = ({ variables, given, headers }: KeptCopy) =>
  JSON.stringify([variables, given, headers]).includes(mark);

function fieldsOf({ recipients }: MessageRecord) {
  const listed = (wanted: string) =>
    recipients.flatMap(({ field, address }) => (field === wanted ? [address] : [])).join(', ');
  return { _to: listed('_to'), _cc: listed('_cc'), _bcc: listed('_bcc') };
}
