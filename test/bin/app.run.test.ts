import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
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
      properties: z
        .object({
          terminationProtection: z.boolean().optional(),
          tags: z.record(z.string(), z.string()).optional(),
        })
        .optional(),
    }),
  ),
});

/** The properties of the stack that the CDK would deploy, with this context, and the stack's template. */
function stackOf(context: object, settings = {}) {
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  const outdir = mkdtempSync(join(folder, 'out-'));
  execFileSync(process.execPath, [app], {
    cwd: root,
    stdio: 'pipe',
    env: {
      ...bareEnvironment(),
      POSTRIDER_SETTINGS: join(folder, 'settings.json'),
      CDK_OUTDIR: outdir,
      // The tests need neither CloudFormation's rules nor the bundles.
      CDK_VALIDATION: 'false',
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'aws:cdk:bundling-stacks': [] }),
    },
  });
  const read = (name: string) => readFileSync(join(outdir, name), 'utf8');
  const { artifacts } = manifest.parse(JSON.parse(read('manifest.json')));
  return { ...artifacts.postrider?.properties, template: read('postrider.template.json') };
}

test("the app keeps the stack's termination protection, and does not switch it on by itself", () => {
  expect(stackOf({ terminationProtection: 'true' }).terminationProtection).toBe(true);
  expect(stackOf({}).terminationProtection).not.toBe(true);
});

test('CloudFormation gives the tags of the settings to every resource, and nothing reports the constructs to AWS', () => {
  const tags = { 'cost-centre': '4711' };

  const stack = stackOf({}, { tags });

  expect(stack.tags).toMatchObject(tags);
  expect(stack.template).not.toContain('AWS::CDK::Metadata');
});
