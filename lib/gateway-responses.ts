import { type GatewayResponseOptions, ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { type RefusalCode, refusals, refuse } from '../shared/engine/errors.ts';

/** The header that every answer has. It contains `extendedRequestId`, because a caller can choose `requestId`. */
const requestIdHeader = { 'x-request-id': 'context.extendedRequestId' };

/** The gateway refuses only what is above the limit of every endpoint, so it names the highest one. */
const tooLarge = JSON.stringify({ error: refuse('bodyTooLarge', '4.4 MB').message });

/**
 * The gateway's own answers, in the service's shape. Every type is listed, because a status on DEFAULT_4XX would
 * change each type that is not listed.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export const gatewayResponses: readonly GatewayResponseOptions[] = [
  answer(ResponseType.UNAUTHORIZED, 'noAuthorization'),
  // The authorizer names the refusal. Its sentences are fixed, because the gateway does not escape them.
  answer(ResponseType.ACCESS_DENIED, 'unknownKey', '{"error":"$context.authorizer.errorMessage"}'),
  answer(ResponseType.INVALID_API_KEY, 'keyNotReady'),
  answer(ResponseType.THROTTLED, 'rateExceeded'),
  answer(ResponseType.QUOTA_EXCEEDED, 'rateExceeded'),
  answer(ResponseType.REQUEST_TOO_LARGE, 'bodyTooLarge', tooLarge),
  answer(ResponseType.UNSUPPORTED_MEDIA_TYPE, 'notJsonType'),
  answer(ResponseType.BAD_REQUEST_BODY, 'bodyNotJson'),
  answer(ResponseType.BAD_REQUEST_PARAMETERS, 'bodyNotJson'),
  answer(ResponseType.RESOURCE_NOT_FOUND, 'notFound'),
  answer(ResponseType.MISSING_AUTHENTICATION_TOKEN, 'notFound'),
  answer(ResponseType.INVALID_SIGNATURE, 'notFound'),
  answer(ResponseType.EXPIRED_TOKEN, 'notFound'),
  answer(ResponseType.WAF_FILTERED, 'blocked'),
  answer(ResponseType.API_CONFIGURATION_ERROR, 'internal'),
  answer(ResponseType.AUTHORIZER_FAILURE, 'internal'),
  answer(ResponseType.AUTHORIZER_CONFIGURATION_ERROR, 'internal'),
  answer(ResponseType.INTEGRATION_FAILURE, 'internal'),
  answer(ResponseType.INTEGRATION_TIMEOUT, 'internal'),
  {
    // The only remaining case is a request above Lambda's payload limit: AWS's status 413 stays.
    type: ResponseType.DEFAULT_4XX,
    responseHeaders: requestIdHeader,
    templates: { 'application/json': tooLarge },
  },
  // For example, a function crashed or was stopped: API Gateway itself would answer 502.
  answer(ResponseType.DEFAULT_5XX, 'internal'),
];

function answer(
  type: ResponseType,
  code: RefusalCode,
  template: string = body(code),
): GatewayResponseOptions {
  const refusal: { status: number; retryAfterSeconds?: number } = refusals[code];
  return {
    type,
    statusCode: String(refusal.status),
    responseHeaders: {
      ...requestIdHeader,
      // A static value is quoted; without quotes it would be a mapping expression.
      ...(refusal.retryAfterSeconds && { 'Retry-After': `'${refusal.retryAfterSeconds}'` }),
    },
    templates: { 'application/json': template },
  };
}

function body(code: RefusalCode): string {
  const sentence = refusals[code].sentence as () => string;
  return JSON.stringify({ error: sentence() });
}
