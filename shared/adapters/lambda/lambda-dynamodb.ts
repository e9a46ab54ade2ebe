/**
 * Replaces `@aws-sdk/client-dynamodb` in the functions' bundles: the SDK's own signing, connections and
 * retries, without the layers between them that read every call's schema. It loads in a third of the
 * time and makes a call in half of it (docs/decisions/0015-small-bundles.md); the CLI and the tests use
 * the whole client, and test/shared/adapters/lambda/lambda-dynamodb.test.ts compares the two.
 *
 * Region, credentials and endpoint come from Lambda's environment variables. Sets of bytes (`BS`) are
 * not decoded: no table has them.
 */
import { env } from '../../env.ts';
import type { callTimes } from '../call-times.ts';
import { endpoint } from '../signed-call.ts';
import { type JsonCall, jsonService } from './json-service.ts';

/** An operation and its input. */
interface Command {
  readonly operation: string;
  readonly input: object;
}

const commandOf = (operation: string) =>
  class implements Command {
    readonly operation = operation;
    readonly input: object;

    constructor(input: object) {
      this.input = input;
    }
  };

export const BatchGetItemCommand = commandOf('BatchGetItem');
export const DeleteItemCommand = commandOf('DeleteItem');
export const DescribeTableCommand = commandOf('DescribeTable');
export const GetItemCommand = commandOf('GetItem');
export const PutItemCommand = commandOf('PutItem');
export const QueryCommand = commandOf('Query');
export const ScanCommand = commandOf('Scan');
export const UpdateItemCommand = commandOf('UpdateItem');

/** Calls DynamoDB like the SDK's client of this name. */
export class DynamoDBClient {
  private readonly call: JsonCall;

  constructor(times: ReturnType<typeof callTimes>) {
    const url = endpoint('dynamodb', process.env.AWS_REGION, process.env[env.dynamodbEndpoint]);
    this.call = jsonService({ name: 'dynamodb', says: 'DynamoDB', url, times });
  }

  /**
   * Throws like the SDK's client: errors carry the exception's name, and `$metadata` the status. The
   * signal ends the call wherever it is, also in the middle of its answer.
   */
  send(
    { operation, input }: Command,
    options: { abortSignal?: AbortSignal } = {},
  ): Promise<unknown> {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    const body = JSON.stringify(input, encodeBytes);
    const read = (answer: string) => JSON.parse(answer, decodeBytes);
    return this.call({ path: '/', headers, body }, options, read);
  }
}

/** Reads the original value, because `JSON.stringify` has already turned a Buffer into an object of numbers. */
function encodeBytes(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const own = this[name];
  if (!(own instanceof Uint8Array)) return value;
  return Buffer.from(own.buffer, own.byteOffset, own.byteLength).toString('base64');
}

/**
 * A string in `B` is DynamoDB's type for bytes: an attribute of the item that is called `B` is an
 * object, never a string.
 */
const decodeBytes = (name: string, value: unknown) =>
  name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value;
