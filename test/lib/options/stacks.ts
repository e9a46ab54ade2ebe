import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import * as z from 'zod';
import { acknowledgeFindings } from '../../../lib/accepted-findings.ts';
import { ServiceStack } from '../../../lib/service-stack.ts';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { every } from './every-setting.ts';

const report = z.object({
  pluginReports: z.array(
    z.object({
      violations: z.array(
        z.object({
          ruleName: z.string(),
          violatingConstructs: z.array(z.object({ constructPath: z.string() })),
        }),
      ),
    }),
  ),
});

/** The stack with the dashboard, and what cdk-nag finds in it, each as `path rule`. */
export function judged(settings: object, { acknowledged }: { acknowledged: boolean }) {
  const outdir = temporaryFolder();
  const app = new App({ outdir, context: { 'aws:cdk:bundling-stacks': [] } });
  const parsed = parseSettings(settings);
  const stack = new ServiceStack(app, 'test', { settings: parsed });
  if (acknowledged) acknowledgeFindings(stack, parsed);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  try {
    app.synth();
  } catch (error) {
    // With findings, `synth` throws after it has written the report.
    if (!String(error).includes('validation-report.json')) throw error;
  }
  const read = (file: string): unknown => JSON.parse(readFileSync(join(outdir, file), 'utf8'));
  const { pluginReports } = report.parse(read('validation-report.json'));
  const json = z.record(z.string(), z.unknown()).parse(read('test.template.json'));
  rmSync(outdir, { recursive: true });
  const findings = pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${constructPath} ${ruleName}`),
    ),
  );
  return { findings, json, template: Template.fromJSON(json) };
}

/** A typical deployment, and one with every option. */
export const plain = judged({ senders: ['hello@example.com'] }, { acknowledged: false });
export const full = judged(every, { acknowledged: false });
