/**
 * The request of API Gateway to a TOKEN authorizer, and the authorizer's answer.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-lambda-authorizer-output.html
 */
export interface AuthorizerRequest {
  type: 'TOKEN';
  /** The Authorization header as it came. */
  authorizationToken: string;
  /** The requested method: `arn:aws:execute-api:region:account:api/stage/POST/render`. */
  methodArn: string;
}

export interface AuthorizerAnswer {
  principalId: string;
  policyDocument: {
    Version: '2012-10-17';
    Statement: { Action: 'execute-api:Invoke'; Effect: 'Allow' | 'Deny'; Resource: string }[];
  };
  /** Reaches the endpoint on Allow, and the ACCESS_DENIED gateway response on Deny. */
  context: { accountId: string; keyId: string; messageParts?: number } | { errorMessage: string };
  /** The value of the account's API Gateway key, which the usage plan counts. */
  usageIdentifierKey?: string;
}
