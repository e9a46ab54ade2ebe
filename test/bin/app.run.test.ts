import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { bareEnvironment } from '../bare-environment.ts';
import { expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const app = fileURLToPath(new URL('../../bin/app.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder();

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      properties: z.object({ terminationProtection: z.boolean().optional() }).optional(),
    }),
  ),
});

/** What the CDK would make of the stack's termination protection, with this context. */
function protection(context: object): boolean | undefined {
  const outdir = mkdtempSync(join(folder, 'out-'));
  execFileSync(process.execPath, [app], {
    cwd: root,
    stdio: 'pipe',
    env: {
      ...bareEnvironment(),
      POSTRIDER_SETTINGS: join(folder, 'none.json'),
      CDK_OUTDIR: outdir,
      // Neither CloudFormation's rules nor the bundles are part of the question.
      CDK_VALIDATION: 'false',
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'aws:cdk:bundling-stacks': [] }),
    },
  });
  const { artifacts } = manifest.parse(
    JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8')),
  );
  return artifacts.postrider?.properties?.terminationProtection;
}

test("the app keeps the stack's termination protection, and does not switch it on by itself", () => {
  expect(protection({ terminationProtection: 'true' })).toBe(true);
  expect(protection({})).not.toBe(true);
});
