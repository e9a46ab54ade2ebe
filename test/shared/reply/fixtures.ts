import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'fixtures');

/** The names of the sample replies. */
export const samples = readdirSync(folder)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => name.slice(0, -4));

const values: Record<string, string> = {
  to: 'r+00000000000000000000000000@reply.acme.example',
  from: 'ada@example.net',
  messageId: '<0100018f@email.amazonses.com>',
  id: 'sample',
};

/** A sample as it comes, with values of the test in place of its placeholders. */
export function sample(name: string, own: Partial<typeof values> = {}): Buffer {
  const text = readFileSync(join(folder, `${name}.eml`), 'utf8');
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, key) => own[key] ?? values[key] ?? '');
  return Buffer.from(filled.replace(/\r?\n/g, '\r\n'));
}

/** The words of the writer of a sample. */
export const wordsOf = (name: string) =>
  readFileSync(join(folder, `${name}.txt`), 'utf8').replace(/\n$/, '');
