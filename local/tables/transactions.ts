import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Makes dynalite answer a call of an operation. */
type Ask = (operation: string, input: object) => Promise<Answer>;

/** How long the token of a transaction makes a repeat harmless, in milliseconds, as in DynamoDB. */
const tokenMs = 10 * 60 * 1000;

/**
 * Adds `TransactWriteItems` to dynalite, which has no transactions. Other calls wait while one is applied. A part that
 * is refused undoes the parts before it. If the process ends in the middle, half of a transaction may stay.
 */
export function withTransactions(dynalite: RequestListener): RequestListener {
  const turns = new Turns();
  const tokens = new Map<string, { body: string; untilMs: number }>();

  async function transact(body: string, ask: Ask): Promise<Answer> {
    const input = JSON.parse(body) as Transaction;
    const { ClientRequestToken: token } = input;
    const now = Date.now();
    for (const [old, { untilMs }] of tokens) if (untilMs <= now) tokens.delete(old);
    const earlier = token === undefined ? undefined : tokens.get(token);
    if (earlier)
      return earlier.body === body ? answered({}) : refused('IdempotentParameterMismatch');
    const answer = await apply(input, ask);
    if (token !== undefined && answer.status === 200) {
      tokens.set(token, { body, untilMs: now + tokenMs });
    }
    return answer;
  }

  async function answerTo(req: IncomingMessage): Promise<Answer> {
    const { method, url, headers } = req;
    const [version, operation] = String(headers['x-amz-target']).split('.');
    const body = await buffer(req);
    if (operation !== 'TransactWriteItems') {
      return turns.beside(() => answerOf(dynalite, { method, url, headers }, body));
    }
    const ask: Ask = (name, input) => {
      const named = { ...headers, 'x-amz-target': `${version}.${name}` };
      const part = Buffer.from(JSON.stringify(input));
      return answerOf(dynalite, { method, url, headers: named }, part);
    };
    return turns.alone(() => transact(body.toString(), ask));
  }

  return (req, res) => {
    answerTo(req).then(
      ({ status, headers, body }) => res.writeHead(status, headers).end(body),
      // The caller hung up.
      () => res.destroy(),
    );
  };
}

interface Transaction {
  ClientRequestToken?: string;
  TransactItems: readonly Record<string, Part>[];
  ReturnConsumedCapacity?: string;
}

interface Part {
  TableName: string;
  Key?: object;
  Item?: Record<string, unknown>;
  ReturnConsumedCapacity?: string | undefined;
}

async function apply(
  { TransactItems: parts, ReturnConsumedCapacity }: Transaction,
  ask: Ask,
): Promise<Answer> {
  let units = 0;
  const done: { place: string; undo: Parameters<Ask> }[] = [];
  for (const [at, each] of parts.entries()) {
    const [[kind = '', part] = noPart] = Object.entries(each);
    const { TableName } = part;
    const Key = part.Key ?? (await keyIn(ask, part));
    const place = JSON.stringify([TableName, Object.entries(Key).sort()]);
    const read = await ask('GetItem', { TableName, Key, ConsistentRead: true });
    const Item: object | undefined = JSON.parse(read.body).Item;
    const answer = done.some((other) => other.place === place)
      ? refused('Validation', 'Transaction request cannot include multiple operations on one item')
      : read.status === 200
        ? await ask(...operationOf(kind, { ...part, Key, ReturnConsumedCapacity }, Item))
        : read;
    if (answer.status === 200) {
      units += JSON.parse(answer.body).ConsumedCapacity?.CapacityUnits ?? 0;
      const undo: Parameters<Ask> = Item
        ? ['PutItem', { TableName, Item }]
        : ['DeleteItem', { TableName, Key }];
      done.push({ place, undo });
      continue;
    }
    for (const { undo } of done.reverse()) await ask(...undo);
    if (!answer.body.includes('ConditionalCheckFailed')) return answer;
    const codes = parts.map((_, other) => (other === at ? 'ConditionalCheckFailed' : 'None'));
    const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`;
    const reasons = codes.map((Code) => ({ Code }));
    return refused('TransactionCanceled', message, { CancellationReasons: reasons });
  }
  // Each write of a transaction counts as two.
  return answered(
    ReturnConsumedCapacity ? { ConsumedCapacity: [{ CapacityUnits: 2 * units }] } : {},
  );
}

const noPart = ['', { TableName: '' }] as [string, Part];

/** The operation that applies a part alone. A `ConditionCheck` writes the item as it is, under its condition. */
function operationOf(kind: string, part: Part, there: object | undefined): Parameters<Ask> {
  const { Key, Item, ...rest } = part;
  if (kind === 'Put') return ['PutItem', { ...rest, Item }];
  if (kind === 'ConditionCheck' && there) return ['PutItem', { ...rest, Item: there }];
  return [kind === 'Update' ? 'UpdateItem' : 'DeleteItem', { ...rest, Key }];
}

/** The key of the item that a `Put` writes. */
async function keyIn(ask: Ask, { TableName, Item = {} }: Part): Promise<object> {
  const { Table } = JSON.parse((await ask('DescribeTable', { TableName })).body);
  const names: { AttributeName: string }[] = Table?.KeySchema ?? [];
  return Object.fromEntries(names.map(({ AttributeName: name }) => [name, Item[name]]));
}

function answerOf(
  dynalite: RequestListener,
  head: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Buffer,
): Promise<Answer> {
  const request = Object.assign(Readable.from(body.length > 0 ? [body] : []), head);
  return new Promise((resolve) => {
    const answer: Answer = { status: 200, headers: {}, body: '' };
    const response = {
      set statusCode(status: number) {
        answer.status = status;
      },
      setHeader: (name: string, value: unknown) => {
        answer.headers[name] = String(value);
      },
      end: (text = '') => resolve({ ...answer, body: text }),
    };
    dynalite(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
}

const answered = (body: object, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(body),
});

const refused = (name: string, message = name, more: object = {}): Answer =>
  answered({ __type: `com.amazonaws.dynamodb.v20120810#${name}Exception`, message, ...more }, 400);

/** Lets one transaction, or any number of other calls, be under way at a time. */
class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private readonly others = new Set<Promise<unknown>>();

  async beside<T>(work: () => Promise<T>): Promise<T> {
    await this.last;
    const done = work();
    this.others.add(done);
    return done.finally(() => this.others.delete(done));
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.last;
    const done = (async () => {
      await before;
      await Promise.allSettled(this.others);
      return work();
    })();
    this.last = done.catch(() => undefined);
    return done;
  }
}
