import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bareEnvironment } from '../../bare-environment.ts';
import { beforeAll, describe, expect, test } from '../../jest.ts';
import { deployment } from '../harness/deployment.ts';
import {
  compileErrors,
  compilers,
  generate,
  generators,
  runProgram,
} from '../harness/generated-client.ts';

test('docs/api/clients.md has three generators, and test/client/generators has the packages that a reader installs for them', () => {
  const text = readFileSync('test/client/generators/package.json', 'utf8');
  const versions: Record<string, string> = JSON.parse(text).optionalDependencies;
  const packages = new Set(generators.flatMap(({ packages }) => packages));

  const major = versions.typescript?.replace(/^\^(\d+)\..*$/, 'typescript@$1') ?? '';
  expect(generators.map(({ name }) => name)).toEqual([
    ...['openapi-typescript', '@hey-api/openapi-ts', 'orval'],
  ]);
  expect([...packages].sort()).toEqual(
    Object.keys(versions).map((name) => (name === 'typescript' ? major : name)),
  );
});

/** What the program prints: a rendering, three outcomes, a refusal. */
const printed = `Your receipt for order 1001
sent as ses-…
_to: _to is required
returned: Your receipt for order 1001
400 Invalid email format
`;

describe.each(generators)('$name', (generator) => {
  const { name } = generator;
  // npm on Node 20 does not install the two generators that need a newer Node.
  const testIfInstalled = generator.isInstalled ? test : test.skip;
  let folder: string;
  let program: string;
  beforeAll(async () => {
    if (!generator.isInstalled) return;
    folder = await generate(generator, `${deployment.dashboardUrl}`);
    program = await readFile(join(folder, 'program.ts'), 'utf8');
  });

  const errorsOf = async (text: string, compiler = compilers[7]) => {
    await writeFile(join(folder, 'program.ts'), text);
    return compileErrors(folder, compiler);
  };

  testIfInstalled.each(Object.entries(compilers))(
    `a program with the client of ${name} compiles under strict with TypeScript %s`,
    async (_, compiler) => {
      expect(await errorsOf(program, compiler)).toEqual([]);
    },
  );

  testIfInstalled(
    `a program with the client of ${name} that misspells an outcome does not compile`,
    async () => {
      const misspelt = program.replace("case 'sent'", "case 'delivered'");

      expect(await errorsOf(misspelt)).toEqual([
        "TS2678: case 'delivered':",
        'TS2339: return `sent as ${outcome.messageId}`;',
        'TS2322: return outcome satisfies never;',
        'TS1360: return outcome satisfies never;',
      ]);
    },
  );

  testIfInstalled(
    `a program with the client of ${name} that forgets an outcome does not compile`,
    async () => {
      const lines = program.split('\n');
      const at = lines.findIndex((line) => line.includes("case 'flow_error'"));

      expect(await errorsOf(lines.toSpliced(at, 2).join('\n'))).toEqual([
        'TS2322: return outcome satisfies never;',
        'TS1360: return outcome satisfies never;',
      ]);
    },
  );

  testIfInstalled(
    `a program with the client of ${name} renders, executes and verifies`,
    async () => {
      await writeFile(join(folder, 'program.ts'), program);
      const { baseUrl, apiKey } = deployment;
      const ours = { POSTRIDER_URL: baseUrl, POSTRIDER_KEY: apiKey };

      const output = await runProgram(folder, { ...bareEnvironment(), ...ours });

      expect(output.replace(/ses-\S+/, 'ses-…')).toBe(printed);
    },
  );
});
