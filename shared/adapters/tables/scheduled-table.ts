import type { MessageRecord, SendState } from '../../message/message.ts';
import type { MessagePlace } from '../../message/message-store.ts';
import type { Item } from './attributes.ts';
import { type Change, update } from './change.ts';
import { type Table, unlessRefused, updatedItem } from './dynamodb.ts';
import { Expression } from './expression.ts';
import { messageItemKey, toMessage } from './message-item.ts';
import { readMessage } from './messages-table.ts';

/** SCHEDULED becomes SENDING, with this owner and lease. Null if another attempt, a cancel or a revision came first. */
export async function beginScheduled(
  messages: Table,
  message: MessagePlace & Pick<MessageRecord, 'revision'>,
  owner: string,
  leaseUntilMs: number,
): Promise<MessageRecord | null> {
  const expression = new Expression();
  const sets = [
    `${expression.name('owner')} = ${expression.text(owner)}`,
    `leaseUntilMs = ${expression.value({ N: String(leaseUntilMs) })}`,
  ];
  const begun = await change(messages, message, expression, {
    from: 'SCHEDULED',
    to: 'SENDING',
    sets,
    conditions: [`revision = ${expression.value({ N: String(message.revision) })}`],
  });
  if (begun !== null) return toMessage(begun);
  const there = await readMessage(messages, message.accountId, message.messageId);
  return there?.state === 'SENDING' && there.owner === owner ? there : null;
}

/** Changes a message that this attempt began to send back to SCHEDULED. Does nothing if another attempt has it. */
export async function handBack(
  messages: Table,
  message: MessagePlace & Pick<MessageRecord, 'owner'>,
): Promise<void> {
  const expression = new Expression();
  const conditions = [`${expression.name('owner')} = ${expression.text(message.owner)}`];
  await change(messages, message, expression, { from: 'SENDING', to: 'SCHEDULED', conditions });
}

/** Cancels a message at a time, ISO 8601 in UTC. True if it is CANCELLED afterwards, also by an earlier call. */
export async function recordCancelled(
  messages: Table,
  message: MessagePlace,
  settledAt: string,
  record: Change,
): Promise<boolean> {
  const expression = new Expression();
  const sets = [`settledAt = ${expression.text(settledAt)}`];
  const cancel = { from: 'SCHEDULED', to: 'CANCELLED', sets } as const;
  if (await recordMove(messages, message, inputOf(expression, cancel), record)) return true;
  const there = await readMessage(messages, message.accountId, message.messageId);
  return there?.state === 'CANCELLED';
}

export interface Moved {
  /** ISO 8601 in UTC. */
  sendAt: string;
  /** The revisions of the templates to send with, and the subject that it gives. Default: the present ones. */
  newest?:
    | (Pick<MessageRecord, 'revision' | 'subject'> & { branchedRevision?: number | undefined })
    | undefined;
}

/** Gives a message another time. Returns false and changes nothing if it is not SCHEDULED. */
export async function moveScheduled(
  messages: Table,
  message: MessagePlace,
  { sendAt, newest }: Moved,
  record: Change,
): Promise<boolean> {
  const expression = new Expression();
  const sets = [`sendAt = ${expression.text(sendAt)}`];
  if (newest) {
    sets.push(`revision = ${expression.value({ N: String(newest.revision) })}`);
    if (newest.branchedRevision !== undefined) {
      const revision = expression.value({ N: String(newest.branchedRevision) });
      sets.push(`branchedRevision = ${revision}`);
    }
    sets.push(`subject = ${expression.text(newest.subject)}`);
  }
  const move = { from: 'SCHEDULED', to: 'SCHEDULED', sets } as const;
  return recordMove(messages, message, inputOf(expression, move), record);
}

interface StateChange {
  from: SendState;
  to: SendState;
  sets?: readonly string[];
  conditions?: readonly string[];
}

/** Changes the state of a message if it is still `from`, and returns its item; null if a condition does not hold. */
function change(
  messages: Table,
  { accountId, messageId }: MessagePlace,
  expression: Expression,
  stateChange: StateChange,
): Promise<Item | null> {
  const input = inputOf(expression, stateChange);
  return updatedItem(messages, messageItemKey(accountId, messageId), input);
}

function inputOf(expression: Expression, { from, to, sets = [], conditions = [] }: StateChange) {
  const state = expression.name('state');
  const assigned = [`${state} = ${expression.text(to)}`, ...sets];
  return {
    UpdateExpression: `SET ${assigned.join(', ')}`,
    ConditionExpression: [`${state} = ${expression.text(from)}`, ...conditions].join(' AND '),
    ...expression.attributes(),
  };
}

function recordMove(
  messages: Table,
  { accountId, messageId }: MessagePlace,
  input: ReturnType<typeof inputOf>,
  record: Change,
): Promise<boolean> {
  return unlessRefused(
    record(messages, update(messages, messageItemKey(accountId, messageId), input)),
  );
}
