import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { transformSync } from 'esbuild';
import { buildClient } from '../../client/build.ts';
import type { attach } from '../../client/src/index.ts';
import { beforeAll, expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

beforeAll(() => buildClient(folder));

test("the client's package has no imports, and its installation brings no other package", () => {
  const manifest = JSON.parse(readFileSync('client/package.json', 'utf8'));

  expect(read('index.js')).not.toMatch(/\b(import|require)\b/);
  expect(read('index.cjs')).not.toMatch(/\brequire\(/);
  const needs = Object.keys(manifest).filter((name) => /dependencies/i.test(name));
  expect(needs.filter((name) => name !== 'devDependencies')).toEqual([]);
});

test("the client's package has the project's licence", () => {
  expect(readFileSync('client/LICENSE', 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
});

test("the client's package is at most 4 KB minified and compressed", () => {
  const { code } = transformSync(read('index.js'), { minify: true, format: 'esm' });

  expect(gzipSync(code).length).toBeLessThanOrEqual(4 * 1024);
});

test("the client's package exports attach, createClient, verifyWebhook and their errors", async () => {
  const built = await import(join(folder, 'index.js'));

  expect(Object.keys(built).sort()).toEqual([
    ...[
      'InvalidWebhook',
      'MailNotFound',
      'PostriderError',
      'attach',
      'createClient',
      'verifyWebhook',
    ],
  ]);
});

test('attach needs only what browsers and workers have, and takes bytes of another realm', async () => {
  const bytes = randomBytes(100_000);
  const module = { exports: {} as { attach: typeof attach } };
  runInNewContext(read('index.cjs'), { module, btoa });

  const { content } = await module.exports.attach(bytes, 'a.bin');

  expect(Buffer.from(content ?? '', 'base64').equals(bytes)).toBe(true);
});

test.each([
  ['.d.ts', '.js'],
  ['.d.cts', '.cjs'],
])("the types of the client's package import only each other: %s", (types, code) => {
  const files = readdirSync(folder);

  const named = files
    .filter((name) => name.endsWith(types))
    .flatMap((name) => [...read(name).matchAll(/from '([^']+)'/g)].map(([, path]) => path));

  expect(named.length).toBeGreaterThan(0);
  expect(
    named.filter((path = '') => !files.includes(path.replace(/^\.\//, '').replace(code, types))),
  ).toEqual([]);
});
