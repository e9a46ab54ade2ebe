import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { type Variables, withDefaults } from '../../../../shared/engine/flow/variables.ts';

/** The test data. A required variable without a value gets its own name as the value. */
function exampleVariables({ testData, variables }: Template): Variables {
  const required = variables.filter((each) => each.required);
  return withDefaults(
    testData,
    required.map(({ name }) => ({ name, value: name })),
  );
}

export interface ApiRequest {
  /** The base address and the operation: `…/v1/render`. */
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

/** Any text as one word of a POSIX shell. Within single quotes every character but the quote is literal: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_02 */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
