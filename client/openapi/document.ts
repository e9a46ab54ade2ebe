import { apiVersion, endpoints } from '../../lib/routes.ts';
import { plans } from '../../shared/plans.ts';
import { operation } from './operations.ts';
import { schemas } from './schemas.ts';

const rates = Object.entries(plans)
  .map(([plan, { requestsPerMinute }]) => `${plan} ${requestsPerMinute.toLocaleString('en')}`)
  .join(', ');

/** The API as OpenAPI 3.1, generated from the functions' contracts and refusals. */
export function openApi() {
  const paths = endpoints.map((endpoint) => [`/${endpoint}`, { post: operation(endpoint) }]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'postrider',
      version: apiVersion,
      summary: 'Transactional email: render, execute, verify, message, cancel, batch.',
      description: `Stored templates, flows that verify before they send, address verification.\n\nA request’s body is a JSON object in UTF-8, at most 1 MB and 32 levels deep; \`null\` means “not given”. Requests a minute of an account, all its keys together: ${rates}. Every answer carries \`x-request-id\`. For other routes and methods the API answers 404 \`Not found\`, with a key or without.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: `https://{host}/${apiVersion}`,
        description: 'A deployment: its output BaseUrl.',
        variables: { host: { default: 'abc123.execute-api.us-east-1.amazonaws.com' } },
      },
      { url: `http://127.0.0.1:3000/${apiVersion}`, description: 'npm start' },
    ],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: schemas(),
      headers,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pr_…',
          description:
            'An API key: `pr_` and 36 letters and digits, or `pr_test_` and as many for a test key.',
        },
      },
    },
  };
}

const seconds = { type: 'string', pattern: '^[0-9]+$' };

const headers = {
  RequestId: {
    description: 'The id of the request. Its log line has the same id.',
    required: true,
    schema: { type: 'string', minLength: 1 },
  },
  RetryAfter: {
    description: 'Seconds to wait before trying again.',
    required: true,
    schema: seconds,
  },
  MayRetryAfter: {
    description: 'Seconds to wait before trying again; absent if trying again may not help.',
    required: false,
    schema: seconds,
  },
  MessageId: {
    description:
      'postrider’s own id of the message, if the request recorded one. `messageId` in the body is SES’s id.',
    required: false,
    schema: { type: 'string', minLength: 1 },
  },
  Ignored: {
    description:
      'The fields of the request that the endpoint does not know and ignored, separated by commas; absent if it knows all.',
    required: false,
    schema: { type: 'string', minLength: 1 },
  },
  IdempotentReplayed: {
    description: '`true` if the answer repeats that of an earlier request.',
    required: false,
    schema: { type: 'string', const: 'true' },
  },
};

/** The document as it is committed. */
export function openApiText(): string {
  return `${JSON.stringify(openApi(), null, 2)}\n`;
}
