import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The replies in `apart` were written apart from the code that cuts them. */
export const samples = ['fixtures', 'apart'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => `${folder}/${name.slice(0, -4)}`),
);

const values: Record<string, string> = {
  to: 'r+00000000000000000000000000@reply.acme.example',
  from: 'ada@example.net',
  messageId: '<0100018f@email.amazonses.com>',
  id: 'sample',
};

/** A sample as it comes, with values of the test in place of its placeholders. */
export function sample(name: string, own: Partial<typeof values> = {}): Buffer {
  const text = readFileSync(join(import.meta.dirname, `${name}.eml`), 'utf8');
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, key) => own[key] ?? values[key] ?? '');
  return Buffer.from(filled.replace(/\r?\n/g, '\r\n'));
}

/** The words of the writer of a sample. */
export const wordsOf = (name: string) =>
  readFileSync(join(import.meta.dirname, `${name}.txt`), 'utf8').replace(/\n$/, '');
