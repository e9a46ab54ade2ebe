/**
 * Replaces `@aws-sdk/client-dynamodb` in the functions' bundles: the SDK's own signing, connections and
 * retries, without the layers between them that read every call's schema. It loads in a third of the
 * time and makes a call in half of it (docs/decisions/0015-small-bundles.md); the CLI and the tests use
 * the whole client, and test/shared/adapters/lambda/lambda-dynamodb.test.ts compares the two.
 *
 * Region, credentials and endpoint come from Lambda's environment variables. Sets of bytes (`BS`) are
 * not decoded: no table has them.
 */
import { isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { env } from '../../env.ts';
import type { callTimes } from '../call-times.ts';
import { type Answer, endpoint, signedPost } from '../signed-post.ts';

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
export const GetItemCommand = commandOf('GetItem');
export const PutItemCommand = commandOf('PutItem');
export const QueryCommand = commandOf('Query');
export const ScanCommand = commandOf('Scan');
export const UpdateItemCommand = commandOf('UpdateItem');

/** Calls DynamoDB like the SDK's client of this name. */
export class DynamoDBClient {
  private readonly post: ReturnType<typeof signedPost>;
  private readonly retries: StandardRetryStrategy;

  constructor({ maxAttempts, requestHandler }: ReturnType<typeof callTimes>) {
    this.post = signedPost({
      name: 'dynamodb',
      url: endpoint('dynamodb', process.env.AWS_REGION, process.env[env.dynamodbEndpoint]),
      http: new NodeHttpHandler(requestHandler),
    });
    this.retries = new StandardRetryStrategy(maxAttempts);
  }

  /**
   * Throws like the SDK's client: errors carry the exception's name, and `$metadata` the status. The
   * signal ends the call wherever it is, also in the middle of its answer.
   */
  async send(
    { operation, input }: Command,
    options: { abortSignal?: AbortSignal } = {},
  ): Promise<unknown> {
    const body = JSON.stringify(input, encodeBytes);
    let token = await this.retries.acquireInitialRetryToken('');
    for (;;) {
      try {
        const output = await this.try(operation, body, options);
        this.retries.recordSuccess(token);
        return output;
      } catch (error) {
        const errorType = errorTypeOf(error);
        if (!errorType || options.abortSignal?.aborted) throw error;
        // Waits for as long as the SDK would; rejects where it would not try again.
        const next = await this.retries
          .refreshRetryTokenForRetry(token, { errorType })
          .catch(() => undefined);
        if (!next) throw error;
        token = next;
      }
    }
  }

  private async try(
    operation: string,
    body: string,
    options: { abortSignal?: AbortSignal },
  ): Promise<unknown> {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    const answer = await this.post({ path: '/', headers, body }, options);
    if (answer.response.statusCode !== 200) throw exception(answer);
    return JSON.parse(answer.body, decodeBytes);
  }
}

/** The SDK's type of an error; undefined where another try does not help. */
function errorTypeOf(error: unknown) {
  const told = error as Parameters<typeof isTransientError>[0];
  if (isThrottlingError(told)) return 'THROTTLING';
  return isTransientError(told) ? 'TRANSIENT' : undefined;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
function exception({ response: { statusCode, headers }, body }: Answer): Error {
  const told = parsed(body);
  const type = String(told.__type ?? 'UnknownError');
  const message = String(told.message ?? told.Message ?? `DynamoDB answered ${statusCode}`);
  return Object.assign(new Error(message), {
    name: type.slice(type.indexOf('#') + 1),
    $metadata: { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid'] },
  });
}

function parsed(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body);
  } catch {
    return {};
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
