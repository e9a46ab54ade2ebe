import { type GatewayResponseOptions, ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { type ProblemCode, problems } from '../functions/manage/contracts/problem.ts';

/**
 * Every answer is a problem, and carries the request id that a caller cannot choose. The body's
 * type is said in a header: the gateway knows no template but that of `application/json`.
 */
const headers = {
  'Content-Type': "'application/problem+json'",
  'x-request-id': 'context.extendedRequestId',
  // An answer to one who is signed out must not greet him once he is signed in.
  'cache-control': "'no-store'",
};

/**
 * What the gateway of the dashboard's interface answers by itself, as its function would
 * (RFC 9457). Every type is listed, because a status on DEFAULT_4XX would change each that is not.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
export const problemResponses: readonly GatewayResponseOptions[] = [
  answer(ResponseType.UNAUTHORIZED, 'signed_out'),
  // A token of this pool without the scope that the route demands: no page of ours asks for one.
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
  // What no line above names is Lambda's own limit for a payload: a 413, and the status stays.
  { ...answer(ResponseType.DEFAULT_4XX, 'too_large'), statusCode: undefined },
  // A function that crashed or was stopped: API Gateway's own status is 502.
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
      // A static value stands in quotes of its own; without them it would be a mapping expression.
      ...(status === 429 && { 'Retry-After': "'1'" }),
    },
    templates: { 'application/json': JSON.stringify(body) },
  };
}
