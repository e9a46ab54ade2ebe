import { apiVersion, type Endpoint, endpoints } from '../../lib/routes.ts';
import { openApi } from './document.ts';
import { operation } from './operations.ts';
import { advice, refusalsOf } from './refusals.ts';
import type { Schema } from './schemas.ts';

/* The OpenAPI document as one page of plain text, for agents that write code (https://llmstxt.org). */

const baseUrl = `http://127.0.0.1:3000/${apiVersion}`;

export function pageText(): string {
  const { info, components } = openApi();
  const ofAll = refusalsOf('render').filter(({ sentence }) =>
    endpoints.every((endpoint) => refusalsOf(endpoint).some((one) => one.sentence === sentence)),
  );
  const common = new Set(ofAll.map(({ sentence }) => sentence));
  const sections = endpoints.flatMap((endpoint) => {
    const { summary, description, requestBody, responses } = operation(endpoint);
    const own = refusalsOf(endpoint).filter(({ sentence }) => !common.has(sentence));
    return [
      `## POST /${apiVersion}/${endpoint}`,
      `${summary}. ${description}`,
      `Request: ${nameIn(requestBody)}. Answer with status 200: ${nameIn(responses[200])}.`,
      ...examplesText(endpoint, requestBody, responses[200]),
      `Errors besides those of every request:\n${errorLines(own)}`,
    ];
  });
  return `${[
    `# ${info.title}`,
    `> ${info.summary} Generated from the API's contracts; docs/openapi.json says the same as OpenAPI 3.1, and docs/api.md with all details.`,
    info.description,
    `## Every request`,
    rules,
    `Errors of every request, as \`{"error": "…"}\`:\n${errorLines(ofAll)}`,
    `What the caller can do:\n${adviceLines}`,
    ...sections,
    `## Shapes`,
    ...Object.entries(components.schemas).map(([name, schema]) => shapeText(name, schema)),
  ].join('\n\n')}\n`;
}

const rules = [
  `- The base address is the output \`BaseUrl\` of a deployment; of the local run (\`npm start\`) it is ${baseUrl}.`,
  '- Every call is a POST with `Content-Type: application/json` and `Authorization: Bearer` with an API key: `pr_…` is live, `pr_test_…` is a test key, whose mails reach nobody.',
  '- Never put an API key into a page, an app or a repository: call the API from a server.',
  '- execute and batch take the header `Idempotency-Key`, 1 to 255 printable ASCII characters: within 24 hours a repeat with the same key and body sends nothing twice. Use one for every mail, made of what it is about, such as an order. After a time-out, a cut connection, a 429 or a 5xx send the same request again with the same key.',
  '- Code for the SDKs of Resend or Postmark, software that speaks SMTP and the hook of Supabase Auth send through doors after a change of address and key: docs/doors.md.',
  '- Tell errors apart by their status, and outcomes of execute and batch by `type`, never by their sentences.',
].join('\n');

const adviceLines = Object.entries(advice)
  .map(([status, sentence]) => `- ${status}: ${sentence}`)
  .join('\n');

type Described = Pick<ReturnType<typeof operation>['requestBody'], 'content'>;

const nameOf = ($ref: string) => $ref.split('/').at(-1) ?? '';

const nameIn = ({ content }: Described) => nameOf(content['application/json'].schema.$ref);

const examplesIn = ({ content }: Described) =>
  Object.values(content['application/json'].examples).map(({ value }) => JSON.stringify(value));

/** A call with the first example of a request, the other requests, and the answers. */
function examplesText(endpoint: Endpoint, body: Described, answer: Described): string[] {
  const [request, ...others] = examplesIn(body);
  const keyed = endpoint === 'execute' || endpoint === 'batch';
  const headers = [
    'Authorization: Bearer pr_…',
    'Content-Type: application/json',
    ...(keyed ? ['Idempotency-Key: …'] : []),
  ];
  const words = headers.map((header) => `-H '${header}'`).join(' ');
  const call = `curl -sS ${baseUrl}/${endpoint} \\\n  ${words} \\\n  -d '${request}'`;
  const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
  return [
    fenced('', call),
    ...(others.length > 0 ? ['Other requests:', fenced('json', others.join('\n'))] : []),
    'Answers:',
    fenced('json', examplesIn(answer).join('\n')),
  ];
}

function errorLines(errors: ReturnType<typeof refusalsOf>): string {
  return errors.map(({ status, sentence }) => `- ${status} ${sentence}`).join('\n');
}

function shapeText(name: string, { description, properties, oneOf, required = [] }: Schema) {
  const fields = Object.entries(properties ?? {}).map(([field, schema]) => {
    const need = required.includes(field) ? '' : ', optional';
    const about = schema.description === undefined ? '' : `: ${schema.description}`;
    return `- \`${field}\` (${typeText(schema)}${need})${about}`;
  });
  const one =
    oneOf === undefined ? [] : [`One of ${(oneOf as Schema[]).map(typeText).join(', ')}.`];
  return [`### ${name}`, [description, ...one].join(' '), fields.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The type of a value in words: `string or null`, `list of Message`, `"sent"`. */
function typeText(schema: Schema): string {
  const { $ref, anyOf, enum: values, items, type } = schema;
  if (typeof $ref === 'string') return nameOf($ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeText(one as Schema)).join(' or ');
  const names = [type].flat().map((name) => {
    if (name === 'array' && items !== undefined) return `list of ${typeText(items as Schema)}`;
    return String(name);
  });
  return names.join(' or ');
}
