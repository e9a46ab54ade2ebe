import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refusals } from '../../shared/engine/errors.ts';
import { looksLikeApiKey } from '../../shared/keys/api-key.ts';
import { expect, test } from '../jest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

/** The code of the functions, and the code that operators run. */
const deployed = globSync('{functions,shared}/**/*.ts', { cwd: root });

/** The files that contain a pattern. */
const filesWith = (pattern: RegExp, files = deployed) =>
  files.filter((path) => pattern.test(read(path))).sort();

test('the search covers the code of the functions', () => {
  expect(deployed.length).toBeGreaterThan(150);
  expect(filesWith(/node:crypto/)).not.toEqual([]);
});

test('V1.2.5 V1.3.2 the code of the functions starts no program, and runs no text as code', () => {
  expect(
    filesWith(/child_process|node:vm|worker_threads|\beval\(|new Function\b|import\([^'"]/),
  ).toEqual([]);
});

test('V1.3.6 V13.2.4 V15.3.2 the code of the functions calls only AWS, with its SDK, DNS, its own API, and webhooks in one place that refuses inner addresses and redirects', () => {
  expect(filesWith(/\bfetch\(|node:(?:https?|net|tls|dgram|dns)\b/)).toEqual(
    [
      // A request that a person tries: only to the address of the deployment's own API, which the stack sets.
      'functions/manage/routes/try-request.ts',
      // How addresses are written.
      'shared/adapters/dns/dns.ts',
      // The sockets of SES's client.
      'shared/adapters/ses/ses-connections.ts',
      // Sends events to public addresses only (test/shared/adapters/webhook-http.test.ts).
      'shared/adapters/webhook-http.ts',
      // Which addresses are public.
      'shared/webhook/address.ts',
    ].sort(),
  );
});

test('V11.2.1 the code of the functions hashes with Node’s own SHA-256 and no other', () => {
  const names = deployed.flatMap((path) =>
    [...read(path).matchAll(/(?:createHash|createHmac|\bhash)\(\s*'([\w-]+)'/g)].map(
      ([, name]) => name,
    ),
  );

  expect([...new Set(names)]).toEqual(['sha256']);
});

test('V11.5.1 the code of the functions uses Math.random only for pauses', () => {
  expect(filesWith(/Math\.random/)).toEqual([
    'functions/webhooks/handler.ts',
    'shared/adapters/ses/ses.ts',
    'shared/adapters/tables/trail-table.ts',
  ]);
});

test('V15.3.7 the code of the functions reads a query only for lists', () => {
  expect(filesWith(/queryStringParameters/)).toEqual(['functions/manage/request.ts']);
});

test('V13.3.1 the repository contains no secret', () => {
  const files = globSync(
    '{bin,lib,functions,shared,local,cli,client,dashboard,docs,templates,openapi}/**/*.{ts,tsx,js,json,md,html,yml}',
    { cwd: root, exclude: (name) => /node_modules|dist$/.test(name) },
  );
  const secrets = /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

  const found = files.filter((path) => {
    const text = read(path);
    const keys = text.match(/\bpr_[0-9A-Za-z]{36}\b/g) ?? [];
    return secrets.test(text) || keys.some(looksLikeApiKey);
  });

  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

test('V2.1.1 V2.1.2 V2.1.3 docs/api.md has every refusal, and every limit of a request', () => {
  const pages = ['docs/api.md', ...globSync('docs/api/*.md', { cwd: root })];
  const page = pages.map(read).join('\n').replace(/\s+/g, ' ');
  const fixed = Object.values(refusals).flatMap(({ sentence }) =>
    sentence.length === 0 ? [(sentence as () => string)()] : [],
  );

  const untold = fixed
    .map((sentence) => sentence.replace(/^Request body (?!must be valid|is larger)/, '… '))
    .filter((sentence) => !page.includes(sentence));
  expect(untold).toEqual([]);
  expect(page).toMatch(/`_to`, `_cc` and `_bcc` hold at most 50 in all/);
  expect(page).toMatch(/Free.*60.*Pro.*300.*Team.*1,000/);
});
