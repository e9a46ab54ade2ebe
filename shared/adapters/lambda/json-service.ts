import { loadRestJsonErrorCode } from '@smithy/core/protocols';
import { isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { callTimes } from '../call-times.ts';
import { type Call, type Caller, type ServiceAnswer, signedCall } from '../signed-call.ts';

export interface JsonService {
  /** The service that the signature names, `dynamodb` for instance. */
  name: string;
  /** Names the service in an error without a message: `DynamoDB`. */
  says: string;
  url: URL;
  times: ReturnType<typeof callTimes>;
  /** Makes the connections. Default: its own. */
  http?: NodeHttpHandler;
  /** Default: the function's own region and credentials. */
  caller?: Caller | undefined;
}

/** Makes one call with all its tries. Throws like the SDK's clients: errors carry the exception's name and status. */
export type JsonCall = <T>(
  call: Call,
  options: { abortSignal?: AbortSignal },
  read: (body: string) => T,
) => Promise<T>;

/** Calls a service with the SDK's own signing, connections and retries, and without its clients' schemas. */
export function jsonService({ name, says, url, times, ...service }: JsonService): JsonCall {
  const { maxAttempts, requestHandler } = times;
  const { http = new NodeHttpHandler(requestHandler), caller } = service;
  const make = signedCall({ name, url, http, caller });
  const retries = new StandardRetryStrategy(maxAttempts);
  return async (call, options, read) => {
    let token = await retries.acquireInitialRetryToken('');
    for (;;) {
      try {
        const answer = await make(call, options);
        if (answer.response.statusCode !== 200) throw exception(says, answer);
        const output = read(answer.body);
        retries.recordSuccess(token);
        return output;
      } catch (error) {
        const errorType = errorTypeOf(error);
        if (!errorType || options.abortSignal?.aborted) throw error;
        // Waits for as long as the SDK would; rejects if the SDK would not try again.
        const next = await retries
          .refreshRetryTokenForRetry(token, { errorType, error: error as SdkError })
          .catch(() => undefined);
        if (!next) throw error;
        token = next;
      }
    }
  };
}

type SdkError = Parameters<typeof isTransientError>[0];

/** The SDK's type of an error; undefined if another try does not help. */
function errorTypeOf(error: unknown) {
  const told = error as SdkError;
  if (isThrottlingError(told)) return 'THROTTLING';
  return isTransientError(told) ? 'TRANSIENT' : undefined;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html */
function exception(says: string, { response, body }: ServiceAnswer): Error {
  const { statusCode, headers } = response;
  const told = parsed(body);
  const message = String(told.message ?? told.Message ?? `${says} answered ${statusCode}`);
  return Object.assign(new Error(message), {
    name: loadRestJsonErrorCode(response, told) ?? 'UnknownError',
    // Of DynamoDB's transactions.
    ...(told.CancellationReasons ? { CancellationReasons: told.CancellationReasons } : {}),
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
