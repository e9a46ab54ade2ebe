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
 * Adds `TransactWriteItems` to dynalite, which has no transactions: of puts, updates and deletions. Calls are answered
 * one after the other. A part that is refused undoes the parts before it. If the process ends in the middle, half of a
 * transaction may stay.
 */
export function withTransactions(dynalite: RequestListener): RequestListener {
  /** The bodies of transactions that were made, by their tokens. */
  const made = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();

  async function transact(body: string, ask: Ask): Promise<Answer> {
    const { ClientRequestToken: token = '', ...input }: Transaction = JSON.parse(body);
    if (made.has(token))
      return made.get(token) === body ? answered({}) : refused('IdempotentParameterMismatch');
    const answer = await apply(input, ask);
    if (token && answer.status === 200) {
      made.set(token, body);
      setTimeout(() => made.delete(token), tokenMs).unref();
    }
    return answer;
  }

  async function answerTo({ method, url, headers }: IncomingMessage, body: Buffer) {
    const [version, operation] = String(headers['x-amz-target']).split('.');
    if (operation !== 'TransactWriteItems')
      return answerOf(dynalite, { method, url, headers }, body);
    return transact(body.toString(), (name, input) => {
      const named = { ...headers, 'x-amz-target': `${version}.${name}` };
      const part = Buffer.from(JSON.stringify(input));
      return answerOf(dynalite, { method, url, headers: named }, part);
    });
  }

  return async (req, res) => {
    try {
      const body = await buffer(req);
      const answer = last.then(() => answerTo(req, body));
      last = answer.catch(() => undefined);
      const { status, headers, body: text } = await answer;
      res.writeHead(status, headers).end(text);
    } catch {
      // The caller hung up.
      res.destroy();
    }
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
}

const operations: Readonly<Record<string, string>> = {
  ...{ Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem' },
};

async function apply({ TransactItems, ...more }: Transaction, ask: Ask): Promise<Answer> {
  const parts = TransactItems.flatMap((each) => Object.entries(each));
  const keys = await Promise.all(parts.map(([, part]) => part.Key ?? keyIn(ask, part)));
  const places = parts.map(([, { TableName }], at) =>
    JSON.stringify([TableName, Object.entries(keys[at] ?? {}).sort()]),
  );
  if (new Set(places).size < places.length) {
    const sentence = 'Transaction request cannot include multiple operations on one item';
    return refused('Validation', sentence);
  }
  let units = 0;
  const undo: Parameters<Ask>[] = [];
  for (const [at, [kind, part]] of parts.entries()) {
    const answer = await ask(operations[kind] ?? kind, {
      ...{ ...part, ...more, ReturnValues: 'ALL_OLD' },
    });
    if (answer.status === 200) {
      const { Attributes: Item, ConsumedCapacity } = JSON.parse(answer.body);
      units += ConsumedCapacity?.CapacityUnits ?? 0;
      const { TableName } = part;
      undo.unshift(
        Item ? ['PutItem', { TableName, Item }] : ['DeleteItem', { TableName, Key: keys[at] }],
      );
      continue;
    }
    for (const call of undo) await ask(...call);
    if (!answer.body.includes('ConditionalCheckFailed')) return answer;
    const codes = parts.map((_, other) => (other === at ? 'ConditionalCheckFailed' : 'None'));
    const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`;
    const reasons = codes.map((Code) => ({ Code }));
    return refused('TransactionCanceled', message, { CancellationReasons: reasons });
  }
  // Each write of a transaction counts as two.
  return answered({ ConsumedCapacity: [{ CapacityUnits: 2 * units }] });
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
    const headers: Answer['headers'] = {};
    const response = {
      statusCode: 200,
      setHeader: (name: string, value: unknown) => {
        headers[name] = String(value);
      },
      end: (text = '') => resolve({ status: response.statusCode, headers, body: text }),
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
