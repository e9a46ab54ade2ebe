import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { ServiceStack } from '../../../lib/service-stack.ts';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { words } from '../synthesised.ts';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  Metadata?: Record<string, string>;
}

const outdir = temporaryFolder();
const template = synthesise();

/** Synthesises the stack with the bundles, but without the page, which takes a build. The CDK CLI sets this context. */
function synthesise(): Record<string, Resource> {
  const context = { 'aws:cdk:enable-asset-metadata': true, 'aws:cdk:enable-path-metadata': true };
  const app = new App({ outdir, context, builtinCloudFormationValidation: false });
  const settings = parseSettings({ dashboard: false });
  new ServiceStack(app, 'postrider', { settings, basePath: 'v1' });
  app.synth();
  return JSON.parse(readFileSync(join(outdir, 'postrider.template.json'), 'utf8')).Resources;
}

const ofType = (type: string) =>
  Object.entries(template).filter(([, resource]) => resource.Type === type);
const functions = ofType('AWS::Lambda::Function').map(([, { Properties, Metadata }]) => ({
  variables: (Properties.Environment as { Variables?: object } | undefined)?.Variables ?? {},
  /** The path beside the template where sam finds the code, instead of in the bucket. */
  code: Metadata?.['aws:asset:path'] ?? '',
  property: Metadata?.['aws:asset:property'],
  /** The function's name for sam: the path without the stack and the last part. */
  name: Metadata?.['aws:cdk:path']?.split('/').slice(1, -1).join('/'),
}));

test('the template has one stack, because sam finds only its functions', () => {
  const templates = readdirSync(outdir).filter((name) => name.endsWith('.template.json'));

  expect(templates).toEqual(['postrider.template.json']);
  expect(ofType('AWS::CloudFormation::Stack')).toEqual([]);
});

test('sam finds each function by its name, with its code beside the template', () => {
  expect(functions.map(({ name }) => name)).toEqual(
    words('Authorizer NotFound Render Execute Verify Message Cancel Batch Events Due Webhooks'),
  );
  for (const { code, property } of functions) {
    expect(property).toBe('Code');
    expect(existsSync(join(outdir, code, 'index.js'))).toBe(true);
  }
});

test('the template declares the endpoints, because sam sets only declared variables', () => {
  const declared = Object.fromEntries(
    functions.map(({ name, variables }) => [
      name,
      Object.keys(variables).filter((variable) => /^AWS_ENDPOINT|^DNS/.test(variable)),
    ]),
  );

  const [dynamodb, ses, sqs, scheduler] = ['DYNAMODB', 'SESV2', 'SQS', 'SCHEDULER'].map(
    (service) => `AWS_ENDPOINT_URL_${service}`,
  );
  const announcing = [dynamodb, sqs, scheduler];
  expect(declared).toEqual({
    Authorizer: [dynamodb],
    NotFound: [],
    Render: [dynamodb],
    Execute: [dynamodb, ses, 'DNS_SERVERS', sqs, scheduler],
    Verify: ['DNS_SERVERS'],
    Message: [dynamodb],
    Cancel: announcing,
    Batch: [dynamodb, 'DNS_SERVERS', sqs, scheduler],
    Events: announcing,
    Due: [dynamodb, ses, sqs, scheduler],
    Webhooks: announcing,
  });
});
