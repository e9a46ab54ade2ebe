import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '../../jest.ts';
import {
  compileIn,
  packedClient,
  projectWith,
  runIn,
  typeProblemsOf,
  typescript5,
  typescript7,
} from '../harness/client-project.ts';
import { fits } from '../harness/document-examples.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const packed = await packedClient();
const project = await projectWith(packed);

const body = `
async function main() {
  const { POSTRIDER_URL: baseUrl, POSTRIDER_KEY: apiKey } = process.env;
  const postrider = createClient({ baseUrl, apiKey });
  const outcome = await postrider.execute({
    ...{ templateId: 'welcome', variables: { name: 'Ada' }, _to: 'ada@inbox.example.com' },
  });
  if (outcome.type === 'sent') console.log(outcome.messageId);
  // @ts-expect-error The types are known, and the field is spelt template_id.
  const error = await postrider.render({ templateId: 'welcome' }).catch((fault) => fault);
  console.log(error instanceof PostriderError, String(error));
}
main();
`;
const imports = `import { createClient, PostriderError } from '@postrider/client';\n${body}`;
const requires = `const { createClient, PostriderError } = require('@postrider/client');\n${body}`;
const printed = 'ses-…\ntrue PostriderError: template_id is required';

describe("the client's package", () => {
  test.each([
    ['an ES module', 'plain.mjs', imports],
    ['a CommonJS module', 'plain.cjs', requires],
  ])("the client's package works in %s without TypeScript", async (_, file, text) => {
    await writeFile(join(project, file), text);

    const output = await runIn(project, file);

    expect(fits(printed, output) || output).toBe(true);
  });

  test.each([
    ['an ES module, NodeNext', typescript7, 'send.mts', 'out/send.mjs', ['nodenext', 'nodenext']],
    [
      'a CommonJS module, NodeNext',
      typescript7,
      'send.cts',
      'out/send.cjs',
      ['nodenext', 'nodenext'],
    ],
    ['a CommonJS package, node16', typescript7, 'node16.ts', 'out/node16.js', ['node16', 'node16']],
    ['a bundled ES module', typescript7, 'bundler.mts', 'out/bundler.mjs', ['esnext', 'bundler']],
    ['commonjs and node10', typescript5, 'node10.ts', 'out/node10.js', ['commonjs', 'node10']],
  ])(
    "the client's package has types and works in strict TypeScript: %s",
    async (_, tsc, file, built, [module = '', resolution = '']) => {
      await writeFile(join(project, file), imports);

      const options = ['--module', module, '--moduleResolution', resolution];
      const errors = await compileIn(project, tsc, file, ...options);
      const output = errors || (await runIn(project, built));

      expect(fits(printed, output) || output).toBe(true);
    },
  );

  test("the client's package has no type that differs from its code, for any module resolution", async () => {
    expect(await typeProblemsOf(packed)).toEqual([]);
  });

  test("the client's package can be installed from its folder in a checkout, which npm install builds", async () => {
    const own = await projectWith(join(root, 'client'));
    await writeFile(join(own, 'plain.cjs'), requires);

    const output = await runIn(own, 'plain.cjs');

    expect(fits(printed, output) || output).toBe(true);
  });
});
