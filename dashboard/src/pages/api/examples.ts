import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { type Variables, withDefaults } from '../../../../shared/engine/flow/variables.ts';

export function requiredNames({ variables }: Pick<Template, 'variables'>): string[] {
  return [...new Set(variables.filter(({ required }) => required).map(({ name }) => name))];
}

/** The test data. A required variable without a value gets its own name as the value. */
function exampleVariables(template: Pick<Template, 'testData' | 'variables'>): Variables {
  const names = requiredNames(template).map((name) => ({ name, value: name }));
  return withDefaults(template.testData, names);
}

export interface ApiRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

// Accepts every mail and delivers it to no person: always safe to send to.
export const safeRecipient = 'success@simulator.amazonses.com';

export const keyVariable = 'POSTRIDER_API_KEY';

export function executeRequest(baseUrl: string, template: Template) {
  const { id, flowStatus } = template;
  const sends = flowStatus === 'provider';
  const headers: ApiRequest['headers'] = sends ? { 'Idempotency-Key': `${id}-1001` } : {};
  return {
    url: `${baseUrl}/execute`,
    headers,
    body: {
      templateId: id,
      variables: exampleVariables(template),
      ...(sends && { _to: safeRecipient }),
    },
  } satisfies ApiRequest;
}

export function renderRequest(baseUrl: string, template: Template): ApiRequest {
  return {
    url: `${baseUrl}/render`,
    headers: {},
    body: { template_id: template.id, variables: exampleVariables(template) },
  };
}

export function verifyRequest(baseUrl: string): ApiRequest {
  return { url: `${baseUrl}/verify`, headers: {}, body: { email: safeRecipient } };
}

/** The request for a POSIX shell, which reads the key from its environment. */
export function curl({ url, headers, body }: ApiRequest): string {
  const rest = { 'Content-Type': 'application/json', ...headers };
  return [
    `curl -sS ${shellWord(url)}`,
    // Double quotes, so that the shell inserts the key.
    `-H "Authorization: Bearer $${keyVariable}"`,
    ...Object.entries(rest).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    `-d ${shellWord(JSON.stringify(body, null, 2))}`,
  ].join(' \\\n  ');
}

const headerLines = ({ headers }: ApiRequest) =>
  Object.entries({ 'Content-Type': 'application/json', ...headers }).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );

/** The request for Node 20 and later. */
export function nodeFetch(request: ApiRequest): string {
  const { url, body } = request;
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: "POST",`,
    `  headers: {`,
    `    "Authorization": \`Bearer \${process.env.${keyVariable}}\`,`,
    ...headerLines(request),
    `  },`,
    `  body: JSON.stringify(${scriptValue(body).replaceAll('\n', '\n  ')}),`,
    `});`,
    `const answer = await response.json();`,
    `if (!response.ok) throw new Error(\`\${response.status}: \${answer.error}\`);`,
  ].join('\n');
}

/** JSON as JavaScript. `"__proto__": x` would set the prototype; `["__proto__"]: x` is a field. */
function scriptValue(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"__proto__":/gm, '$1["__proto__"]:');
}

/** Any text as one word of a POSIX shell. Within single quotes every character but the quote is literal: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02 */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The request for Python 3.8 and later, without packages. */
export function python(request: ApiRequest): string {
  const { url, body } = request;
  return [
    'import json',
    'import os',
    'from urllib.request import Request, urlopen',
    '',
    `body = ${pythonValue(body)}`,
    'headers = {',
    `    "Authorization": "Bearer " + os.environ["${keyVariable}"],`,
    ...headerLines(request),
    '}',
    `request = Request(${JSON.stringify(url)}, json.dumps(body).encode(), headers)`,
    'with urlopen(request) as response:',
    '    answer = json.load(response)',
  ].join('\n');
}

/** Texts and numbers are as in JSON; `true`, `false` and `null` differ. */
function pythonValue(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const within = `${indent}    `;
  const isList = Array.isArray(value);
  const lines = isList
    ? value.map((item) => pythonValue(item, within))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${pythonValue(item, within)}`,
      );
  const [open, close] = isList ? '[]' : '{}';
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${lines.map((line) => `${within}${line},\n`).join('')}${indent}${close}`;
}
