/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-input.html */
export type AuthorizerRequest = {
  /** The requested method: `arn:aws:execute-api:region:account:api/stage/POST/render`. */
  methodArn: string;
} & (
  | { type: 'TOKEN'; authorizationToken: string }
  /** For a hook, whose id is part of the path. */
  | { type: 'REQUEST'; pathParameters?: { hook?: string } | null }
);

/** What the endpoint learns of the caller. API Gateway passes on only texts, numbers and booleans. */
export interface KnownCaller {
  accountId: string;
  keyId: string;
  messageParts?: number;
  /** The account's, if it has forgotten people. */
  personKey?: string;
  /** JSON of `TestDelivery`, for a test key. */
  test?: string;
  /** JSON of the list of scopes, for a key with scopes. */
  scopes?: string;
  /** JSON of `Hook`, for a hook. */
  hook?: string;
  /** JSON of `Pause`, for a paused key: the endpoint refuses, because API Gateway's own refusals have one status. */
  paused?: string;
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html */
export interface AuthorizerAnswer {
  principalId: string;
  policyDocument: {
    Version: '2012-10-17';
    Statement: { Action: 'execute-api:Invoke'; Effect: 'Allow' | 'Deny'; Resource: string }[];
  };
  /** API Gateway passes it to the endpoint on Allow, and to the gateway response ACCESS_DENIED on Deny. */
  context: KnownCaller | { errorMessage: string };
  /** The value of the account's API Gateway key, which the usage plan counts. */
  usageIdentifierKey?: string;
}
