import { type GatewayResponseOptions, ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { type ProblemCode, problems } from '../functions/manage/contracts/problem.ts';
import { type RefusalCode, refusals, refuse } from '../shared/engine/errors.ts';

/**
 * The API's refusal and the dashboard's problem of every type: DEFAULT_4XX's status would change a missing one.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
const answers: readonly [ResponseType, RefusalCode, ProblemCode | null][] = [
  [ResponseType.UNAUTHORIZED, 'noAuthorization', 'signed_out'],
  // At the dashboard's API: a token of this pool without the route's scope. The page never requests such a token.
  [ResponseType.ACCESS_DENIED, 'unknownKey', 'not_allowed'],
  // The dashboard's API has no keys of API Gateway.
  [ResponseType.INVALID_API_KEY, 'keyNotReady', null],
  [ResponseType.THROTTLED, 'rateExceeded', 'too_many'],
  [ResponseType.QUOTA_EXCEEDED, 'rateExceeded', 'too_many'],
  [ResponseType.REQUEST_TOO_LARGE, 'bodyTooLarge', 'too_large'],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, 'notJsonType', 'not_json'],
  [ResponseType.BAD_REQUEST_BODY, 'bodyNotJson', 'invalid'],
  [ResponseType.BAD_REQUEST_PARAMETERS, 'bodyNotJson', 'invalid'],
  [ResponseType.RESOURCE_NOT_FOUND, 'notFound', 'not_found'],
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, 'notFound', 'not_found'],
  [ResponseType.INVALID_SIGNATURE, 'notFound', 'not_found'],
  [ResponseType.EXPIRED_TOKEN, 'notFound', 'not_found'],
  [ResponseType.WAF_FILTERED, 'blocked', 'not_allowed'],
  [ResponseType.API_CONFIGURATION_ERROR, 'internal', 'internal'],
  [ResponseType.AUTHORIZER_FAILURE, 'internal', 'internal'],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, 'internal', 'internal'],
  [ResponseType.INTEGRATION_FAILURE, 'internal', 'internal'],
  [ResponseType.INTEGRATION_TIMEOUT, 'internal', 'internal'],
  [ResponseType.DEFAULT_4XX, 'bodyTooLarge', 'too_large'],
  // For example, a function crashed or was stopped: API Gateway itself would answer 502.
  [ResponseType.DEFAULT_5XX, 'internal', 'internal'],
];

/** The header that every answer has. It contains `extendedRequestId`, because a caller can choose `requestId`. */
const requestIdHeader = { 'x-request-id': 'context.extendedRequestId' };

/** The body of the gateway's answer to a refusal. */
export type BodyOf = (code: RefusalCode, sentence: string) => object;

/** API Gateway's answers for callers with keys, with bodies in the shape of the functions' answers. */
export const gatewayResponses = (bodyOf: BodyOf): readonly GatewayResponseOptions[] =>
  answers.map(([type, code]) =>
    response(type, refusals[code], JSON.stringify(bodyOf(code, sentenceOf(type, code)))),
  );

/** API Gateway's answers for the dashboard's API, in the shape of the function's answers (RFC 9457). */
export const problemResponses: readonly GatewayResponseOptions[] = answers.flatMap(
  ([type, , problem]) => (problem === null ? [] : problemResponse(type, problem)),
);

function sentenceOf(type: ResponseType, code: RefusalCode): string {
  // The authorizer names the refusal. Its sentences are fixed, because the gateway does not escape them.
  if (type === ResponseType.ACCESS_DENIED) return '$context.authorizer.errorMessage';
  // The gateway refuses only what is above the limit of every endpoint, so it names the highest one.
  if (code === 'bodyTooLarge') return refuse(code, '4.4 MB').message;
  const sentence = refusals[code].sentence as () => string;
  return sentence();
}

function problemResponse(type: ResponseType, code: ProblemCode): GatewayResponseOptions {
  const { status, title } = problems[code];
  const requestId = '$context.extendedRequestId';
  const body = { type: 'about:blank', code, title, status, requestId, errors: [] };
  const refusal = { status, retryAfterSeconds: status === 429 ? 1 : undefined };
  return response(type, refusal, JSON.stringify(body), {
    // It must be set here, because the gateway has templates only for `application/json`.
    'Content-Type': "'application/problem+json'",
    ...requestIdHeader,
    // A browser must not show a cached "signed out" answer after the sign-in.
    'cache-control': "'no-store'",
  });
}

function response(
  type: ResponseType,
  { status, retryAfterSeconds }: { status: number; retryAfterSeconds?: number | undefined },
  template: string,
  headers: Record<string, string> = requestIdHeader,
): GatewayResponseOptions {
  return {
    type,
    // The only case that remains for DEFAULT_4XX is a request above Lambda's payload limit: AWS's status 413 stays.
    statusCode: type === ResponseType.DEFAULT_4XX ? undefined : String(status),
    responseHeaders: {
      ...headers,
      // A static value is quoted; without quotes it would be a mapping expression.
      ...(retryAfterSeconds && { 'Retry-After': `'${retryAfterSeconds}'` }),
    },
    templates: { 'application/json': template },
  };
}
