/**
 * Stands for `@aws-sdk/client-dynamodb` in the functions' bundles: the SDK's own signing, connections
 * and retries, without the layers between them that read every call's schema. It loads in a third of
 * the time and makes a call in half of it (docs/decisions.md, "Bundles"); the CLI and the tests use
 * the whole client, and test/shared/adapters/lambda-dynamodb.test.ts holds the two together.
 *
 * Region, credentials and endpoint come from Lambda's environment variables. Sets of bytes (`BS`) are
 * not decoded: no table has them.
 */
import { text } from 'node:stream/consumers';
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols';
import { isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';
import { Hash } from '@smithy/core/serde';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import type { callTimes } from './call-times.ts';
import { defaultProvider } from './lambda-credentials.ts';

/** An operation, and what it is called with. */
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
  private readonly url = endpoint(process.env);
  private readonly signer = new SignatureV4({
    service: 'dynamodb',
    region: process.env.AWS_REGION ?? '',
    credentials: defaultProvider(),
    sha256: Hash.bind(null, 'sha256'),
    // DynamoDB does not read the header that would repeat the body's hash.
    applyChecksum: false,
  });
  private readonly http: NodeHttpHandler;
  private readonly retries: StandardRetryStrategy;

  constructor({ maxAttempts, requestHandler }: ReturnType<typeof callTimes>) {
    this.http = new NodeHttpHandler(requestHandler);
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
    const { protocol, hostname, port, host, pathname: path } = this.url;
    const request = new HttpRequest({
      method: 'POST',
      protocol,
      hostname,
      ...(port && { port: Number(port) }),
      path,
      headers: {
        host,
        'content-type': 'application/x-amz-json-1.0',
        'content-length': String(Buffer.byteLength(body)),
        'x-amz-target': `DynamoDB_20120810.${operation}`,
      },
      body,
    });
    const signed = await this.signer.sign(request);
    const { response } = await this.http.handle(signed as HttpRequest, options);
    const answer = await text(response.body);
    if (response.statusCode !== 200) throw exception(response, answer);
    return JSON.parse(answer, decodeBytes);
  }
}

/**
 * Where DynamoDB answers (https://docs.aws.amazon.com/general/latest/gr/ddb.html); the regions of China
 * have a domain of their own. An empty variable is none.
 */
export function endpoint({
  AWS_REGION: region = '',
  AWS_ENDPOINT_URL_DYNAMODB: own,
}: NodeJS.ProcessEnv): URL {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return new URL(own || `https://dynamodb.${region}.${suffix}`);
}

/** How the SDK sees an error; undefined where another try is of no use. */
function errorTypeOf(error: unknown) {
  const told = error as Parameters<typeof isTransientError>[0];
  if (isThrottlingError(told)) return 'THROTTLING';
  return isTransientError(told) ? 'TRANSIENT' : undefined;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
function exception({ statusCode, headers }: HttpResponse, answer: string): Error {
  const told = parsed(answer);
  const type = String(told.__type ?? 'UnknownError');
  const message = String(told.message ?? told.Message ?? `DynamoDB answered ${statusCode}`);
  return Object.assign(new Error(message), {
    name: type.slice(type.indexOf('#') + 1),
    $metadata: { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid'] },
  });
}

function parsed(answer: string): Record<string, unknown> {
  try {
    return JSON.parse(answer);
  } catch {
    return {};
  }
}

/** Reads the value anew, because a Buffer has been made an object of numbers by then. */
function encodeBytes(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const own = this[name];
  if (!(own instanceof Uint8Array)) return value;
  return Buffer.from(own.buffer, own.byteOffset, own.byteLength).toString('base64');
}

/** An attribute of a user's own that is called `B` is an object, never a text. */
const decodeBytes = (name: string, value: unknown) =>
  name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value;
