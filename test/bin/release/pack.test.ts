import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkInstalled } from '../../../bin/release/pack.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const root = temporaryFolder();

test.each([
  [
    'lacks a file that its exports name',
    { '.': { types: './dist/none.d.ts', default: './dist/index.js' } },
    ['dist/index.js', 'export {};'],
    'The packed @postrider/client lacks files that its exports or its bin name: dist/none.d.ts',
  ],
  [
    'contains a test',
    { '.': './dist/index.js' },
    ['dist/call.test.js', ''],
    'The packed @postrider/client contains tests: dist/call.test.js',
  ],
  [
    'contains a path of this machine',
    { '.': './dist/index.js' },
    ['dist/index.js', `export const at = '${root}/client';`],
    'The packed @postrider/client contains paths of this machine: dist/index.js',
  ],
  [
    'cannot be imported where only it is installed',
    { '.': './dist/index.js' },
    ['dist/index.js', "import 'not-installed';"],
    "Cannot find package 'not-installed'",
  ],
  [
    'cannot be required by CommonJS',
    { '.': './dist/index.js' },
    ['dist/index.js', 'export {};'],
    'require() of ES Module',
  ],
] as const)('a packed client is refused if it %s', (_, exports, [path, code], sentence) => {
  const place = temporaryFolder();
  const client = join(place, 'node_modules/@postrider/client');
  const manifest = { name: '@postrider/client', version: '0.1.0', type: 'module', exports };
  const files = {
    'package.json': JSON.stringify(manifest),
    'dist/index.js': 'export {};',
    [path]: code,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(client, name)), { recursive: true });
    writeFileSync(join(client, name), text);
  }

  expect(() => checkInstalled(client, place, root)).toThrow(sentence);
});
