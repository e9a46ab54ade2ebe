import { type ApiRequest, keyVariable } from './examples.ts';
import { goLiteral, phpLiteral, pythonLiteral, rubyLiteral, scriptLiteral } from './literals.ts';

/** The documents whose examples the page fills in: a test runs those against the local run. */
export interface Documents {
  /** docs/api/clients.md */
  clients: string;
  /** docs/languages.md */
  languages: string;
}

/** Where the mail is in the document's example. */
const mails = {
  ts: { mail: /\{ templateId: .*(?=,\n)/, literal: scriptLiteral },
  python: { mail: /\{"templateId": .*(?=,\n)/, literal: pythonLiteral },
  go: { mail: /map\[string\]any\{\n\t\t"templateId"[\s\S]*?\n\t\}/, literal: goLiteral },
  php: { mail: /\['templateId' .*(?=,\n)/, literal: phpLiteral },
  ruby: { mail: /\{ templateId: .*(?=,\n)/, literal: rubyLiteral },
} as const;

export type ProgramLanguage = keyof typeof mails;

/** The document's program that executes the request; for another operation its address and body. */
export function program(
  { clients, languages }: Documents,
  language: ProgramLanguage,
  request: ApiRequest,
): string {
  const { mail, literal } = mails[language];
  const { url, headers, body } = request;
  const [operation = ''] = url.split('/').slice(-1);
  const baseUrl = url.slice(0, -operation.length - 1);
  // Functions, because a replacement with `$&` would mean something else.
  const text = exampleIn(language === 'ts' ? clients : languages, language)
    .replace('http://127.0.0.1:3000/v1', () => baseUrl)
    .replace("'pr_…'", `process.env.${keyVariable} ?? ''`)
    .replaceAll('POSTRIDER_KEY', keyVariable)
    .replace(/welcome-ada-\w+/, () => headers['Idempotency-Key'] ?? 'welcome-1001');
  if (operation === 'execute') {
    const [indent = ''] = /[\t ]*(?=[^\n]*$)/.exec(text.slice(0, text.search(mail))) ?? [];
    return text.replace(mail, () => literal(body).replaceAll('\n', `\n${indent}`));
  }
  if (language === 'ts') {
    const [start = ''] = text.split('\nconst outcome');
    return `${start}\nconst answer = await postrider.${operation}(${literal(body)});`;
  }
  return `POST ${url}\n\n${literal(body)}`;
}

function exampleIn(document: string, language: string): string {
  const [, text] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(document) ?? [];
  if (text === undefined) throw new Error(`The document has no example in ${language}`);
  return text;
}
