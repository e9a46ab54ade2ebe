import type { GatewayResponse } from '../template/api.ts';

/** The statuses of API Gateway's own answers, if the stack sets no other. */
const defaultStatus = {
  ACCESS_DENIED: 403,
  AUTHORIZER_CONFIGURATION_ERROR: 500,
  AUTHORIZER_FAILURE: 500,
  BAD_REQUEST_BODY: 400,
  INTEGRATION_TIMEOUT: 504,
  INVALID_API_KEY: 403,
  MISSING_AUTHENTICATION_TOKEN: 403,
  REQUEST_TOO_LARGE: 413,
  THROTTLED: 429,
  UNAUTHORIZED: 401,
  UNSUPPORTED_MEDIA_TYPE: 415,
  // There is no separate type for a function that fails or returns a malformed answer.
  DEFAULT_5XX: 502,
} as const;

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
export type ResponseType = keyof typeof defaultStatus;

/** The `$context` variables that a response may name, without the `$context.`. */
export type Context = Readonly<Record<string, string>>;

export interface PreparedResponse {
  status: number;
  headers: [name: string, value: Substitution][];
  body: Substitution;
}

export type Substitution = (context: Context) => string;

/** Prepares every answer once: the stack's for the type, else its DEFAULT_4XX or DEFAULT_5XX, else AWS's. */
export function prepareResponses(
  declared: readonly GatewayResponse[],
): Record<ResponseType, PreparedResponse> {
  const byType = new Map(declared.map((response) => [response.type, response]));
  const prepared = Object.entries(defaultStatus).map(([type, status]) => {
    const general = byType.get(status < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX');
    return [type, prepare(byType.get(type) ?? general, status)] as const;
  });
  return Object.fromEntries(prepared) as Record<ResponseType, PreparedResponse>;
}

function prepare(response: GatewayResponse | undefined, status: number): PreparedResponse {
  const template = response?.template ?? '{"message":$context.error.messageString}';
  return {
    status: response?.status ?? status,
    headers: Object.entries(response?.headers ?? {}).map(([name, value]) => [
      name,
      headerValue(value),
    ]),
    body: substitution(template),
  };
}

/** A header's value: a literal in quotes, or one variable. */
function headerValue(expression: string): Substitution {
  const literal = /^'(.*)'$/s.exec(expression)?.[1];
  return literal === undefined ? substitution(`$${expression}`) : () => literal;
}

/** Templates of gateway responses are plain substitution: no VTL, and nothing is escaped. */
function substitution(template: string): Substitution {
  // The odd parts are the variables' names.
  const parts = template.split(/\$context\.([A-Za-z0-9_.]*[A-Za-z0-9_])/);
  if (parts.length === 1) return () => template;
  return (context) =>
    parts.map((part, at) => (at % 2 === 0 ? part : (context[part] ?? ''))).join('');
}
