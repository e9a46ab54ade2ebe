import { type GatewayResponseOptions, ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { type ProblemCode, problems } from '../functions/manage/contracts/problem.ts';

/**
 * The headers of every answer. `x-request-id` is an id that a caller cannot choose. `Content-Type` must be set here,
 * because the gateway has templates only for `application/json`.
 */
const headers = {
  'Content-Type': "'application/problem+json'",
  'x-request-id': 'context.extendedRequestId',
  // A browser must not show a cached "signed out" answer after the sign-in.
  'cache-control': "'no-store'",
};

/**
 * The answers that API Gateway itself gives for the dashboard's API, in the shape of the function's answers
 * (RFC 9457). Every type is listed, because a status on DEFAULT_4XX would change each type that is not listed.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export const problemResponses: readonly GatewayResponseOptions[] = [
  answer(ResponseType.UNAUTHORIZED, 'signed_out'),
  // A token of this pool without the route's scope. The page never requests such a token.
  answer(ResponseType.ACCESS_DENIED, 'not_allowed'),
  answer(ResponseType.THROTTLED, 'too_many'),
  answer(ResponseType.QUOTA_EXCEEDED, 'too_many'),
  answer(ResponseType.REQUEST_TOO_LARGE, 'too_large'),
  answer(ResponseType.UNSUPPORTED_MEDIA_TYPE, 'not_json'),
  answer(ResponseType.BAD_REQUEST_BODY, 'invalid'),
  answer(ResponseType.BAD_REQUEST_PARAMETERS, 'invalid'),
  answer(ResponseType.RESOURCE_NOT_FOUND, 'not_found'),
  answer(ResponseType.MISSING_AUTHENTICATION_TOKEN, 'not_found'),
  answer(ResponseType.INVALID_SIGNATURE, 'not_found'),
  answer(ResponseType.EXPIRED_TOKEN, 'not_found'),
  answer(ResponseType.WAF_FILTERED, 'not_allowed'),
  answer(ResponseType.API_CONFIGURATION_ERROR, 'internal'),
  answer(ResponseType.AUTHORIZER_FAILURE, 'internal'),
  answer(ResponseType.AUTHORIZER_CONFIGURATION_ERROR, 'internal'),
  answer(ResponseType.INTEGRATION_FAILURE, 'internal'),
  answer(ResponseType.INTEGRATION_TIMEOUT, 'internal'),
  // The only remaining case is a request above Lambda's payload limit: AWS's status 413 stays.
  { ...answer(ResponseType.DEFAULT_4XX, 'too_large'), statusCode: undefined },
  // For example, a function crashed or was stopped: API Gateway itself would answer 502.
  answer(ResponseType.DEFAULT_5XX, 'internal'),
];

function answer(type: ResponseType, code: ProblemCode): GatewayResponseOptions {
  const { status, title } = problems[code];
  const body = {
    type: 'about:blank',
    code,
    title,
    status,
    requestId: '$context.extendedRequestId',
    errors: [],
  };
  return {
    type,
    statusCode: String(status),
    responseHeaders: {
      ...headers,
      // A static value is quoted; without quotes it would be a mapping expression.
      ...(status === 429 && { 'Retry-After': "'1'" }),
    },
    templates: { 'application/json': JSON.stringify(body) },
  };
}
