/** A value before and after a change; null for what is not there. */
type Pair<T> = readonly [before: T | null, after: T | null];

/** Every field that an entry of the trail may have in `change`. None holds a recipient's address, a secret or content. */
interface Fields {
  revision: Pair<number>;
  /** The number of a draft. */
  draft: Pair<number>;
  /** SHA-256 of a template's content, in hexadecimal. */
  hash: string;
  name: Pair<string>;
  mode: Pair<string>;
  scopes: Pair<readonly string[]>;
  /** ISO 8601: when a key ends. */
  activeUntil: Pair<string>;
  /** The host of a webhook's address. */
  host: Pair<string>;
  types: Pair<readonly string[]>;
  state: Pair<string>;
  /** Of a webhook. Of a person: how many records of test keys. */
  test: Pair<boolean> | number;
  plan: Pair<string>;
  roles: Pair<readonly string[]>;
  parts: Pair<number>;
  /** How many addresses the seed list has. Of a person: whether they were in it. */
  seeds: Pair<number> | boolean;
  /** How much of a person's data there was: see `PersonCounts`. */
  messages: number;
  refused: number;
  scheduled: number;
  copies: number;
  failures: number;
  suppressed: boolean;
  history: number;
  /** How many events, and how many entries. */
  events: number;
  entries: number;
  /** How many approvals a change needs. */
  approvals: Pair<number>;
  trustCli: Pair<boolean>;
  /** The ids of those who approved it. */
  approvedBy: readonly string[];
  /** How many kept mails a draft would change; null if there was no time to find out. */
  replay: Counts | null;
  messageId: string;
  /** How many files a mail had. */
  files: number;
}

const account = ['name', 'plan', 'parts', 'seeds', 'approvals', 'trustCli'] as const;
const key = ['name', 'mode', 'scopes'] as const;
const counts = ['messages', 'refused', 'scheduled', 'copies', 'test', 'failures'] as const;
const person = [...counts, 'suppressed', 'seeds', 'history'] as const;
const webhook = ['host', 'types', 'state', 'test'] as const;

/** Each action that has an entry in the trail, and the fields of its `change`. */
export const trailActions = {
  'template.published': ['revision', 'hash', 'approvedBy', 'replay'],
  'template.restored': ['revision'],
  'template.deleted': ['revision'],
  'template.undeleted': ['revision'],
  'template.paused': [],
  'template.resumed': [],
  'draft.saved': ['draft', 'hash'],
  'draft.dropped': ['draft'],
  'draft.approved': ['draft', 'hash', 'replay'],
  'key.created': key,
  'key.changed': ['activeUntil', 'parts'],
  'key.paused': [],
  'key.resumed': [],
  'key.deleted': key,
  'webhook.added': webhook,
  'webhook.changed': webhook,
  'webhook.rotated': [],
  'webhook.deleted': webhook,
  'webhook.tested': ['events'],
  'webhook.resent': ['events'],
  'suppression.added': [],
  'suppression.removed': [],
  'message.cancelled': ['state'],
  'message.sent': ['state'],
  'message.resent': ['messageId'],
  'test.sent': ['revision', 'messageId', 'files'],
  'copy.read': [],
  'person.found': person,
  'person.exported': person,
  'person.forgotten': person,
  'account.created': account,
  'account.changed': account,
  'account.deleted': account,
  'account.paused': [],
  'account.resumed': [],
  'account.exported': [],
  'account.imported': account,
  'account.spread': ['parts'],
  'user.invited': ['roles'],
  'user.changed': ['roles'],
  'user.removed': ['roles'],
  'trail.exported': ['entries'],
} as const satisfies Record<string, readonly (keyof Fields)[]>;

export type TrailAction = keyof typeof trailActions;

export type TrailChange<A extends TrailAction = TrailAction> = Partial<
  Pick<Fields, (typeof trailActions)[A][number]>
>;

/** `revision 7 to 8, hash 9f86d081`; of what is new only the value. */
export function changeWords({
  change,
  override,
}: {
  change: Readonly<Record<string, unknown>>;
  override: string | null;
}): string {
  const fields = Object.entries(change).map(([name, value]) => {
    const isPair = Array.isArray(value) && name !== 'approvedBy';
    const pair = isPair ? value.filter((side, at) => at > 0 || side !== null).map(shown) : [];
    return `${name} ${isPair ? pair.join(' to ') : shown(value)}`;
  });
  return [...fields, ...(override === null ? [] : [`without approval: ${override}`])].join(', ');
}

function shown(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map(shown).join(' ');
  if (isReplay(value)) return replayWords(value);
  return String(value).replace(/^([0-9a-f]{8})[0-9a-f]{56}$/, '$1');
}

/** How many kept mails a draft would change: `ReplayCounts` explains each. */
type Counts = Readonly<Record<'mails' | 'same' | 'text' | 'html' | 'fail', number>>;

const isReplay = (value: unknown): value is Counts =>
  typeof value === 'object' && value !== null && 'mails' in value;

/** `of 50 kept mails 4 differ in their text and 2 would fail`. */
export function replayWords({ mails, same, text, html, fail }: Counts): string {
  if (mails === 0) return 'no kept mail could be made again';
  if (same === mails)
    return mails === 1
      ? 'the only kept mail stays the same'
      : `all ${mails} kept mails stay the same`;
  const parts = [
    text > 0 && `${text} ${differ(text)} text`,
    html > 0 && `${html} ${differ(html)} HTML alone`,
    fail > 0 && `${fail} would fail`,
  ].filter((part) => part !== false);
  const last = parts.pop();
  const before = parts.length > 0 ? `${parts.join(', ')} and ` : '';
  return `of ${mails} kept mail${mails === 1 ? '' : 's'} ${before}${last}`;
}

const differ = (count: number) => (count === 1 ? 'differs in its' : 'differ in their');
