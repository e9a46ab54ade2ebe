import type { DoorName } from '../engine/doors.ts';
import type { ScopedKey } from '../keys/scopes.ts';
import type { TestDelivery } from '../keys/test-delivery.ts';

/**
 * The part of API Gateway's proxy event and answer that the functions use.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export interface ProxyEvent {
  /** The resource as the API has it, such as `/render` or `/{proxy+}`. */
  resource?: string;
  /** The parts of the path that the resource names, such as `id`. */
  pathParameters?: Record<string, string | undefined> | null;
  headers: Record<string, string | undefined> | null;
  body: string | null;
  isBase64Encoded: boolean;
  requestContext: {
    stage?: string;
    /** What a door adds to the request that it made. API Gateway never sets it. */
    door?: DoorCall;
    /** The request id that a caller cannot choose; a caller can choose `requestId`. */
    extendedRequestId?: string;
    /** All values are texts: API Gateway turns numbers into them. */
    authorizer?: {
      accountId?: string;
      keyId?: string;
      messageParts?: string;
      personKey?: string;
      /** JSON of `TestDelivery`. */
      test?: string;
      scopes?: string;
      /** JSON of `Hook` (shared/keys/hook.ts). */
      hook?: string;
      /** JSON of `Pause`. */
      paused?: string;
    } | null;
  };
}

/** The door by which a request came, and what it knows besides the fields of `/v1`. */
export interface DoorCall {
  name: DoorName;
  /** For each mail, the sender that the request names. The flow's sender must have the same address. */
  from?: readonly (string | undefined)[] | undefined;
  /** Whether a batch accepts all of its mails or none. Default: false. */
  strict?: boolean | undefined;
  /** Why the door refuses the request. The endpoint then logs it and answers it, and does nothing else. */
  thrown?: unknown;
  /** Makes the door's answer of that of `/v1`. Absent: they are the same. */
  translate?: ((answer: ProxyAnswer) => ProxyAnswer) | undefined;
}

export interface ProxyAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded: false;
}

/** The caller, as the authorizer identified it. */
export interface ApiCaller extends ScopedKey {
  accountId: string;
  keyId: string;
  /** The number of partition keys over which the account's messages are spread. Default: 1. */
  messageParts?: number;
  /** The account's, if it has forgotten people: see `personOf`. */
  personKey?: string;
  /** Present for a test key. */
  test?: TestDelivery;
  scopes?: readonly string[];
}

/** A header by its name in lower case, however the caller wrote it. Undefined if it is missing. */
export function header({ headers }: ProxyEvent, name: string): string | undefined {
  for (const [given, value] of Object.entries(headers ?? {})) {
    if (given.toLowerCase() === name) return value;
  }
  return undefined;
}
