import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import * as z from 'zod';
import { isAlive } from '../../cli/connection/local-deployment.ts';
import { afterAll, expect, test } from '../jest.ts';
import { until } from '../patience.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { vendor } from './installed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

const workflow = z.object({
  jobs: z.object({ test: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }),
});

const place = temporaryFolder();
const folder = join(place, 'shop');
cpSync(join(root, 'docs/examples/sign-up'), folder, { recursive: true });
await vendor(folder);
afterAll(async () => {
  const written = join(folder, '.local/deployment.json');
  if (!existsSync(written)) return;
  const { pid } = JSON.parse(readFileSync(written, 'utf8'));
  process.kill(pid);
  await until(() => !isAlive(pid));
});

test('the workflow of the sign-up example starts postrider and runs the tests, step by step', async () => {
  const source = readFileSync(join(folder, '.github/workflows/test.yml'), 'utf8');
  const { steps } = workflow.parse(parse(source)).jobs.test;
  const variables = join(place, 'variables');
  writeFileSync(variables, '');
  const outputs: string[] = [];

  for (const { run: script } of steps) {
    if (script === undefined) continue;
    const given = Object.fromEntries(
      readFileSync(variables, 'utf8')
        .split('\n')
        .map((line) => line.split('=')),
    );
    const env = {
      ...{ ...process.env, ...given, GITHUB_ENV: variables },
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    };
    // The shell of GitHub's runners. The port 3000 may be taken here.
    const text = script.replace('postrider start', 'postrider start --port 0');
    const { stdout } = await run('bash', ['-e', '-o', 'pipefail', '-c', text], {
      cwd: folder,
      env,
    }).catch((failed) => {
      throw new Error(`${text}\n${failed.stdout}${failed.stderr}`);
    });
    outputs.push(stdout);
  }

  expect(outputs.at(-1)).toMatch(/^. pass 5$/m);
  expect(outputs.at(-1)).toMatch(/^. fail 0$/m);
});
