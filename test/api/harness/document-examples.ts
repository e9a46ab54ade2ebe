import { globSync, readFileSync } from 'node:fs';

export interface Block {
  place: string;
  language: string;
  text: string;
}

/** The page whose examples mail-with-files.test.ts runs: they need a bucket and special templates. */
export const mailsWithFiles = 'docs/api/files.md';

export const apiPages = ['docs/api.md', ...globSync('docs/api/*.md').sort()].filter(
  (path) => path !== mailsWithFiles,
);

/** The languages of examples that are programs. The output stands below them. */
const programs = ['ts', 'js', 'python', 'go', 'php', 'ruby'] as const;

export interface DocumentExample {
  place: string;
  kind: 'curl' | (typeof programs)[number];
  text: string;
  answer: string;
}

export function blocksOf(path: string): Block[] {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)\n```$/gm)].map(
    ({ index, 1: language = '', 2: content = '' }) => ({
      place: `${path}:${text.slice(0, index).split('\n').length}`,
      language,
      text: content,
    }),
  );
}

/** Pairs each example with the answer below it. `rest` has the blocks without a partner. */
export function examplesOf(blocks: readonly Block[]): {
  examples: DocumentExample[];
  rest: Block[];
} {
  const examples: DocumentExample[] = [];
  const rest: Block[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const [block, below] = blocks.slice(at, at + 2);
    if (!block) break;
    const kind = kindOf(block);
    if (kind && below && below.language === (kind === 'curl' ? 'json' : '')) {
      examples.push({ place: block.place, kind, text: block.text, answer: below.text });
      at++;
    } else rest.push(block);
  }
  return { examples, rest };
}

function kindOf({ language, text }: Block): DocumentExample['kind'] | undefined {
  if (language === '' && text.startsWith('curl ')) return 'curl';
  return programs.find((each) => each === language);
}

/** Parses a curl command as the shell and curl do. Throws for options that it does not support. */
export function readCurl(command: string): {
  url: string;
  headers: Record<string, string>;
  body: string;
} {
  const [name, quiet, url = '', ...options] = wordsOf(command);
  const headers: Record<string, string> = {};
  let body: string | undefined;
  for (let at = 0; at < options.length; at += 2) {
    const [option, value = ''] = options.slice(at, at + 2);
    const [, field = '', content = ''] = /^([\w-]+): (.*)$/.exec(value) ?? [];
    if (option === '-H' && field) headers[field.toLowerCase()] = content;
    else if (option === '-d' && body === undefined) body = value;
    else throw new Error(`readCurl does not support this option: ${option} ${value}`);
  }
  if (name !== 'curl' || quiet !== '-sS' || body === undefined) throw new Error(command);
  return { url, headers, body };
}

function wordsOf(command: string): string[] {
  const words = command.replaceAll('\\\n', ' ').match(/(?:'[^']*'|[^\s'"\\$`;&|<>])+|\S/g) ?? [];
  return words.map((word) => word.replaceAll("'", ''));
}

/** The places where a value differs from the printed one: `…` stands for anything, `ms` for any number. */
export function differences(printed: unknown, value: unknown, path = ''): string[] {
  const differs = [`${path || 'the answer'}: ${JSON.stringify(value)?.slice(0, 200)}`];
  if (!isObject(printed) || !isObject(value))
    return isScalarFor(printed, value, path) ? [] : differs;
  const isSameKind = Array.isArray(printed) === Array.isArray(value);
  const fields = new Set([...Object.keys(printed), ...Object.keys(value)]);
  if (!isSameKind) return differs;
  return [...fields].flatMap((field) =>
    differences(printed[field], value[field], `${path}/${field}`),
  );
}

function isScalarFor(printed: unknown, value: unknown, path: string): boolean {
  if (typeof printed === 'string') return typeof value === 'string' && fits(printed, value);
  if (typeof printed === 'number' && path.endsWith('/ms')) return typeof value === 'number';
  return printed === value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function fits(printed: string, text: string): boolean {
  const parts = printed.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`).test(text);
}
