/**
 * The part of API Gateway's proxy event and answer that the functions know.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export interface ProxyEvent {
  headers: Record<string, string | undefined> | null;
  body: string | null;
  isBase64Encoded: boolean;
  requestContext: {
    /** The id of the request that a caller cannot choose; `requestId` can be sent along. */
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

/** Who calls: what the authorizer found out. */
export interface ApiCaller {
  accountId: string;
  keyId: string;
  /** In how many parts the account's messages are to lie. Default: 1. */
  messageParts?: number;
}
