import { isId } from '../../id.ts';
import type { AccountSending } from '../../message/account-sending.ts';
import { type Plan, plans } from '../../plans.ts';
import {
  type Item,
  number,
  optionalText,
  optionalTexts,
  text,
  textItem,
  textList,
} from './attributes.ts';
import { type Change, put, remove, update } from './change.ts';
import { getItem, isConditionRefused, scanAll, type Table, unlessRefused } from './dynamodb.ts';
import { ScanCommand } from './dynamodb-client.ts';
import { Expression, updateText } from './expression.ts';
import { raiseSpread, type Spread, spreadIn, spreadItem } from './message-parts.ts';

export interface AccountRecord extends Spread {
  accountId: string;
  name: string;
  plan: Plan;
  /** The id of the account's key at API Gateway … */
  gatewayKeyId: string;
  /** … and that key's value, which every API key of the account carries as well. */
  usageIdentifierKey: string;
  /** The addresses that get the test mails `--to @seeds`. Absent: none. */
  seeds?: readonly string[] | undefined;
  /** Absent: none are required. */
  approvals?: Approvals | undefined;
  /** See `personOf`: 32 random bytes in base64, made when they are first needed. */
  personKey?: string | undefined;
  /** Whether the account has forgotten a person: then its keys carry the `personKey`. Default: false. */
  forgets?: boolean | undefined;
  /** Absent: it was never paused. */
  sending?: AccountSending | undefined;
  /** See `announcedText`. Absent: nothing was announced yet. */
  announced?: string | undefined;
  /** ISO 8601. */
  createdAt: string;
}

/** Whether a change of what is served needs the approval of a person other than its author. */
export interface Approvals {
  /** How many persons have to approve it: 0 or 1. */
  required: number;
  /** Whether the CLI may push without an approval, as for a team that approves pull requests. */
  trustCli: boolean;
}

/** Those of an account whose record has none. */
export const noApprovals: Approvals = { required: 0, trustCli: false };

/** The account, or null. Strongly consistent. */
export async function readAccount(
  accounts: Table,
  accountId: string,
): Promise<AccountRecord | null> {
  if (!isId(accountId)) return null;
  const item = await getItem(accounts, textItem({ accountId }));
  return item ? toRecord(item) : null;
}

/** The number of parts (partitions) of an account's messages, strongly consistent; 1 if there is no such account. */
export async function readMessageParts(accounts: Table, accountId: string): Promise<number> {
  return (await readAccount(accounts, accountId))?.messageParts ?? 1;
}

/** The messages of an account that a list reads: those of its test keys, or the parts with its live messages. */
export async function readMessageRange(
  accounts: Table,
  accountId: string,
  isTest: boolean,
): Promise<{ test: true } | { parts: number }> {
  return isTest ? { test: true } : { parts: await readMessageParts(accounts, accountId) };
}

export async function putAccount(
  accounts: Table,
  record: AccountRecord,
  change: Change,
): Promise<void> {
  const ConditionExpression = 'attribute_not_exists(accountId)';
  try {
    await change(accounts, put(accounts, toItem(record), { ConditionExpression }));
  } catch (error) {
    const there = isConditionRefused(error) ? await readAccount(accounts, record.accountId) : null;
    if (there?.gatewayKeyId !== record.gatewayKeyId) throw error;
  }
}

/** Reads at most two accounts, in one read: enough to know whether there are none, one or several. */
export async function readSomeAccounts(accounts: Table): Promise<AccountRecord[]> {
  const scan = new ScanCommand({ TableName: accounts.name, ConsistentRead: true, Limit: 2 });
  const { Items = [] } = await accounts.client.send(scan);
  return Items.map(toRecord);
}

/** Every account, oldest first. Strongly consistent; it reads the whole table, 1 MB at a time. */
export async function listAccounts(accounts: Table): Promise<AccountRecord[]> {
  const items = await scanAll(accounts);
  return items.map(toRecord).sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

type AccountFields = Partial<
  Pick<AccountRecord, 'name' | 'plan' | 'gatewayKeyId' | 'seeds' | 'approvals' | 'forgets'>
>;

/** Changes these fields of an account; an empty seed list is removed. Throws if there is no such account. */
export async function writeAccount(
  accounts: Table,
  accountId: string,
  fields: AccountFields,
  change: Change,
): Promise<void> {
  const expression = new Expression();
  const sets: string[] = [];
  const removes: string[] = [];
  for (const [name, value] of Object.entries(toItem(fields))) {
    const path = expression.name(name);
    if (value.L?.length === 0) removes.push(path);
    else sets.push(`${path} = ${expression.value(value)}`);
  }
  const { names: ExpressionAttributeNames, values: ExpressionAttributeValues } = expression;
  const write = update(accounts, textItem({ accountId }), {
    ConditionExpression: 'attribute_exists(accountId)',
    UpdateExpression: updateText(sets, removes),
    ExpressionAttributeNames,
    ...(sets.length > 0 && { ExpressionAttributeValues }),
  });
  await change(accounts, write);
}

/** Deletes the record of an account. A missing record is not an error. */
export async function deleteAccount(
  accounts: Table,
  accountId: string,
  change: Change,
): Promise<void> {
  const there = { ConditionExpression: 'attribute_exists(accountId)' };
  const write = remove(accounts, textItem({ accountId }), there);
  await unlessRefused(change(accounts, write));
}

/** Raises the number of parts that hold an account's messages; false if it is as high already. */
export function raiseAccountSpread(
  accounts: Table,
  accountId: string,
  messageParts: number,
  change: Change,
): Promise<boolean> {
  return raiseSpread(accounts, textItem({ accountId }), messageParts, change);
}

function toItem({
  messageParts,
  seeds,
  approvals,
  forgets,
  sending: _,
  ...texts
}: Partial<AccountRecord>): Item {
  const item: Item = { ...textItem(texts), ...spreadItem({ messageParts }) };
  if (forgets) item.forgets = { BOOL: true };
  if (seeds) item.seeds = textList(seeds);
  if (approvals) item.approvals = approvalsItem(approvals);
  return item;
}

const approvalsItem = ({ required, trustCli }: Approvals) => ({
  M: { required: { N: String(required) }, trustCli: { BOOL: trustCli } },
});

function approvalsIn(item: Item): Approvals | undefined {
  const approvals = item.approvals?.M;
  if (!approvals) return undefined;
  return { required: number(approvals, 'required'), trustCli: approvals.trustCli?.BOOL ?? false };
}

function toRecord(item: Item): AccountRecord {
  return {
    accountId: text(item, 'accountId'),
    name: text(item, 'name'),
    plan: toPlan(text(item, 'plan')),
    gatewayKeyId: text(item, 'gatewayKeyId'),
    usageIdentifierKey: text(item, 'usageIdentifierKey'),
    seeds: optionalTexts(item, 'seeds'),
    approvals: approvalsIn(item),
    personKey: optionalText(item, 'personKey'),
    ...(item.forgets?.BOOL && { forgets: true }),
    ...(item.sending?.S && { sending: JSON.parse(item.sending.S) }),
    announced: optionalText(item, 'announced'),
    createdAt: text(item, 'createdAt'),
    ...spreadIn(item),
  };
}

function toPlan(name: string): Plan {
  const plan = (Object.keys(plans) as Plan[]).find((known) => known === name);
  if (!plan) throw new Error(`An account is on the unknown plan ${name}`);
  return plan;
}
