/**
 * The part of API Gateway's proxy event and answer that the functions use.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export interface ProxyEvent {
  headers: Record<string, string | undefined> | null;
  body: string | null;
  isBase64Encoded: boolean;
  requestContext: {
    /** The request id that a caller cannot choose; a caller can choose `requestId`. */
    extendedRequestId?: string;
    authorizer?: { accountId?: string; keyId?: string; messageParts?: string } | null;
  };
}

export interface ProxyAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded: false;
}

/** The caller, as the authorizer identified it. */
export interface ApiCaller {
  accountId: string;
  keyId: string;
  /** The number of partition keys over which the account's messages are spread. Default: 1. */
  messageParts?: number;
}
