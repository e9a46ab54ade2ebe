import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { NotKnown } from '../../../../shared/manage/doctor/not-known.ts';
import { ManageError } from '../../../../shared/manage/manage-error.ts';
import { showMessage } from '../../../../shared/manage/messages/messages.ts';
import type { MessageState, ReportedMessage } from '../../../../shared/message/message.ts';
import { shownState } from '../../../../shared/message/message-states.ts';
import type { Plan } from '../../../../shared/plans.ts';
import { sendingFlow } from '../../../folders/flow-sender.ts';
import type { DeleteAccountPorts } from '../../../upkeep/delete-account.ts';
import { saveTemplate, type TestAccount } from './accounts.ts';
import { bodyOf, type HttpAnswer, inShort } from './http.ts';
import type { StepContext } from './step-context.ts';

export interface Mail {
  /** The sender of the template's flow, with a display name or without. */
  from: string;
  to: string;
  idempotencyKey?: string;
  /** Further fields of the request, such as `_sendAt`. */
  fields?: object;
}

const sent = z.object({ type: z.literal('sent'), messageId: z.string() });

/** An address of SES's mailbox simulator, which plays a delivery, a bounce or a complaint. */
export const simulator = (mailbox: string) => `${mailbox}@simulator.amazonses.com`;

/** The first sender that SES has verified. Throws `NotKnown` if there is none. */
export async function firstSender(context: StepContext): Promise<string> {
  const [first] = await context.options.senders();
  if (first !== undefined) return first;
  throw new NotKnown('SES has verified no sender of this deployment: doctor says what is missing');
}

/** Saves a template whose flow sends from this sender, and returns its id. */
export async function saveMailTemplate(
  ports: DeleteAccountPorts,
  accountId: string,
  from: string,
): Promise<string> {
  const templateId = `mail-${createHash('sha256').update(from).digest('hex').slice(0, 8)}`;
  await saveTemplate(ports, accountId, {
    templateId,
    name: 'selftest',
    subject: 'selftest of postrider: nothing to do',
    html: '<p>postrider sent this mail to test itself. You need not do anything. 🐎</p>',
    flow: sendingFlow(from),
  });
  return templateId;
}

/** The run's account, and the id of a template in it whose flow sends from the first verified sender. */
export async function readyToMail(context: StepContext) {
  const account = await context.account();
  const from = await firstSender(context);
  return { account, templateId: await saveMailTemplate(context.ports, account.accountId, from) };
}

export async function execute(
  context: StepContext,
  { key }: TestAccount,
  templateId: string,
  { to, idempotencyKey, fields }: Omit<Mail, 'from'>,
): Promise<HttpAnswer> {
  const body = JSON.stringify({ templateId, variables: {}, _to: to, ...fields });
  const request = { path: '/execute', key, body };
  if (idempotencyKey === undefined) return context.call(request);
  return context.call({ ...request, headers: { 'idempotency-key': idempotencyKey } });
}

/** SES's id of the mail, from an answer of type `sent`; null for any other answer. */
export const sentId = (answer: HttpAnswer): string | null =>
  bodyOf(answer, sent)?.messageId ?? null;

const scheduled = z.object({ type: z.literal('scheduled'), id: z.string() });
const batch = z.object({ messages: z.array(z.unknown()) });

/** The id of the message that is sent later, from an answer of type `scheduled`; null for any other answer. */
export const scheduledId = (answer: HttpAnswer): string | null =>
  bodyOf(answer, scheduled)?.id ?? null;

/** The ids of the messages of a batch that are sent later, from the answer to the batch. */
export function scheduledIds(answer: HttpAnswer): string[] {
  const outcomes = bodyOf(answer, batch)?.messages ?? [];
  return outcomes.flatMap((outcome) => scheduled.safeParse(outcome).data?.id ?? []);
}

async function recordOf(
  ports: StepContext['ports'],
  accountId: string,
  id: string,
): Promise<ReportedMessage | null> {
  try {
    return (await showMessage(ports, accountId, id)).record;
  } catch (error) {
    if (error instanceof ManageError && error.code === 'unknown') return null;
    throw error;
  }
}

/** Waits until a message has the state. Returns its record, and a problem if it then has another state or no record. */
export async function followMessage(
  context: Pick<StepContext, 'ports' | 'options' | 'until' | 'keep'>,
  { accountId }: Pick<TestAccount, 'accountId'>,
  id: string,
  wanted: MessageState,
  { to, moreMs = 0 }: { to?: string; moreMs?: number } = {},
): Promise<{ record: ReportedMessage | null; problem: string | null }> {
  const read = () => recordOf(context.ports, accountId, id);
  const isWanted = (record: ReportedMessage) => shownState(record, Date.now()) === wanted;
  const record =
    (await context.until(context.options.waits.reportMs + moreMs, async () => {
      const found = await read();
      return found && isWanted(found) ? found : null;
    })) ?? (await read());
  const recipients = record?.recipients.map(({ address }) => address).join(', ');
  const mail = `The mail to ${to ?? recipients ?? id}`;
  if (record === null) return { record, problem: `${mail} is not recorded, not ${wanted}` };
  context.keep(record);
  const { error } = record;
  const why = error === null ? '' : ` (${error})`;
  const problem = `${mail} is ${shownState(record, Date.now())}${why}, not ${wanted}`;
  return { record, problem: isWanted(record) ? null : problem };
}

/** A mail, and the state that it must get. */
export interface Expectation extends Mail {
  state: MessageState;
}

/** Sends mails one after the other, and waits for SES's reports. `problems` names the mails with another outcome. */
export async function sendAndFollow(
  context: StepContext,
  mails: readonly Expectation[],
  plan?: Plan,
): Promise<{ records: ReportedMessage[]; problems: string[] }> {
  const account = await context.account(plan);
  const problems: string[] = [];
  const records: ReportedMessage[] = [];
  const onTheWay: (Expectation & { id: string })[] = [];
  for (const mail of mails) {
    const templateId = await saveMailTemplate(context.ports, account.accountId, mail.from);
    const answer = await execute(context, account, templateId, mail);
    const id = answer.headers['x-message-id'];
    if (!id || sentId(answer) === null)
      problems.push(`The request to mail ${mail.to} got ${inShort(answer)}`);
    else onTheWay.push({ ...mail, id });
    await context.sleep(context.options.waits.mailPauseMs);
  }
  for (const { id, to, state } of onTheWay) {
    context.options.progress(`Waiting for SES's report of the mail to ${to}`);
    const { record, problem } = await followMessage(context, account, id, state, { to });
    if (problem !== null) problems.push(problem);
    else if (record !== null) records.push(record);
  }
  return { records, problems };
}
