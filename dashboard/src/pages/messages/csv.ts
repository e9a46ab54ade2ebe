import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';

type Column = (message: MessageSummary) => string | number | null | undefined;

const columns: Readonly<Record<string, Column>> = {
  id: ({ id }) => id,
  created: ({ createdAt }) => createdAt,
  state: ({ state }) => state,
  to: ({ to }) => to.join(', '),
  subject: ({ subject }) => subject,
  template: ({ templateId }) => templateId,
  revision: ({ revision }) => revision,
  language: ({ language }) => language,
  scheduled: ({ sendAt }) => sendAt,
  error: ({ error }) => error,
  key: ({ keyId }) => keyId ?? 'dashboard',
  test: ({ test }) => test,
  files: ({ attachments }) => attachments?.map(({ name }) => name).join(', '),
};

export const csvHead = lineOf(Object.keys(columns));

/** RFC 4180. */
export const csvLine = (message: MessageSummary) =>
  lineOf(Object.values(columns).map((column) => column(message)));

function lineOf(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map((cell) => cellOf(String(cell ?? ''))).join(',')}\r\n`;
}

/**
 * The apostrophe stops formulas: https://owasp.org/www-community/attacks/CSV_Injection. In many countries a semicolon
 * begins a cell, in quotes too.
 */
function cellOf(text: string): string {
  const safe = text.replace(/^(?=[\t\r\n])|(^|[;\t\r\n] *)(?=[=+\-@＝＋－＠])/g, "$1'");
  return /[",;\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
