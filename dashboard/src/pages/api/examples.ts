import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { exampleVariables } from './example-variables.ts';
import { shellWord } from './shell-words.ts';

/** A request to the API, before it is written in some language. */
export interface ApiRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** SES's own mailbox that takes every mail and shows it to nobody: safe to send to, from anywhere. */
export const safeRecipient = 'success@simulator.amazonses.com';

/** Where the examples have the key. */
export const keyVariable = 'POSTRIDER_API_KEY';

export function executeRequest(baseUrl: string, template: Template): ApiRequest {
  const { id, flowStatus } = template;
  const sends = flowStatus === 'provider';
  return {
    url: `${baseUrl}/execute`,
    headers: sends ? { 'Idempotency-Key': `${id}-1001` } : {},
    body: {
      templateId: id,
      variables: exampleVariables(template),
      ...(sends && { _to: safeRecipient }),
    },
  };
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

/** For a POSIX shell; the key comes out of its environment. */
export function curl({ url, headers, body }: ApiRequest): string {
  const rest = { 'Content-Type': 'application/json', ...headers };
  return [
    `curl -sS ${shellWord(url)}`,
    // Double quotes: the shell has to put the key in.
    `-H "Authorization: Bearer $${keyVariable}"`,
    ...Object.entries(rest).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    `-d ${shellWord(JSON.stringify(body, null, 2))}`,
  ].join(' \\\n  ');
}

/** For Node 20 and later, as a module. */
export function nodeFetch({ url, headers, body }: ApiRequest): string {
  const lines = Object.entries({ 'Content-Type': 'application/json', ...headers }).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: "POST",`,
    `  headers: {`,
    `    "Authorization": \`Bearer \${process.env.${keyVariable}}\`,`,
    ...lines,
    `  },`,
    `  body: JSON.stringify(${indented(scriptValue(body))}),`,
    `});`,
    `const answer = await response.json();`,
    `if (!response.ok) throw new Error(\`\${response.status}: \${answer.error}\`);`,
  ].join('\n');
}

/** JSON is JavaScript but for one name: `"__proto__": x` would set a prototype, and be lost. */
function scriptValue(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"__proto__":/gm, '$1["__proto__"]:');
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
