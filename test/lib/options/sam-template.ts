import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { ServiceStack } from '../../../lib/service-stack.ts';
import { parseSettings } from '../../../lib/settings.ts';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  Metadata?: Record<string, string>;
}

const outdir = mkdtempSync(join(tmpdir(), 'postrider-sam-'));
const template = synthesise();
afterAll(() => rmSync(outdir, { recursive: true }));

/** With the bundles, and without the page, which would have to be built. The context is what the CDK CLI sets. */
function synthesise(): Record<string, Resource> {
  const context = {
    'aws:cdk:enable-asset-metadata': true,
    'aws:cdk:enable-path-metadata': true,
  };
  const app = new App({ outdir, context, builtinCloudFormationValidation: false });
  const settings = parseSettings({ dashboard: false });
  new ServiceStack(app, 'postrider', { settings, basePath: 'v1' });
  app.synth();
  return JSON.parse(readFileSync(join(outdir, 'postrider.template.json'), 'utf8')).Resources;
}

const ofType = (type: string) =>
  Object.entries(template).filter(([, resource]) => resource.Type === type);
const functions = ofType('AWS::Lambda::Function').map(([logicalId, { Properties, Metadata }]) => ({
  logicalId,
  handler: String(Properties.Handler),
  variables: (Properties.Environment as { Variables?: object } | undefined)?.Variables ?? {},
  /** What sam takes for the code, instead of the bucket: beside the template. */
  code: Metadata?.['aws:asset:path'] ?? '',
  property: Metadata?.['aws:asset:property'],
  /** What sam calls the function: the path without the stack and the last part. */
  name: Metadata?.['aws:cdk:path']?.split('/').slice(1, -1).join('/'),
}));

describe('the template for sam local', () => {
  test('sam local gets one stack, because it does not find functions of another', () => {
    const templates = readdirSync(outdir).filter((name) => name.endsWith('.template.json'));

    expect(templates).toEqual(['postrider.template.json']);
    expect(ofType('AWS::CloudFormation::Stack')).toEqual([]);
  });

  test('sam local gets functions with the names that people invoke, each with its code beside the template', () => {
    expect(functions.map(({ name }) => name)).toEqual([
      'Authorizer',
      'NotFound',
      'Render',
      'Execute',
      'Verify',
      'Events',
    ]);
    for (const { code, property } of functions) {
      expect(property).toBe('Code');
      expect(existsSync(join(outdir, code, 'index.js'))).toBe(true);
    }
  });

  test('sam local gets handlers that the bundles export', () => {
    const bundles = functions.map(({ code, handler, variables }) => {
      const [file, name] = handler.split('.');
      // Whatever a table is called: none is asked while a bundle loads.
      const given = Object.entries(variables).map(([variable, value]) => [
        variable,
        typeof value === 'string' ? value : 'any',
      ]);
      return { file: join(outdir, code, `${file}.js`), name, given: Object.fromEntries(given) };
    });
    const script = `
      const kinds = ${JSON.stringify(bundles)}.map(({ file, name, given }) => {
        Object.assign(process.env, given, { AWS_REGION: 'us-east-1' });
        return typeof require(file)[name];
      });
      console.log(JSON.stringify(kinds));
      process.exit();`;

    const said = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual(functions.map(() => 'function'));
  });

  test('sam local gets the routes below /v1, each behind an authorizer that is a function of the stack', () => {
    const keyed = ofType('AWS::ApiGateway::Method').filter(
      ([, { Properties }]) => Properties.HttpMethod === 'POST',
    );

    const routes = keyed.map(([, { Properties }]) => ({
      path: pathOf(referenceIn(Properties.ResourceId)),
      authorizer: authorizerOf(referenceIn(Properties.AuthorizerId)),
    }));
    expect(routes).toEqual(
      ['/v1/render', '/v1/execute', '/v1/verify'].map((path) => ({
        path,
        authorizer: { type: 'TOKEN', header: 'Authorization', function: 'Authorizer' },
      })),
    );
  });

  test('sam local gets declared endpoints, because it sets only declared variables', () => {
    const declared = Object.fromEntries(
      functions.map(({ name, variables }) => [
        name,
        Object.keys(variables).filter((variable) => /^AWS_ENDPOINT|^DNS/.test(variable)),
      ]),
    );

    expect(declared).toEqual({
      Authorizer: ['AWS_ENDPOINT_URL_DYNAMODB'],
      NotFound: [],
      Render: ['AWS_ENDPOINT_URL_DYNAMODB'],
      Execute: ['AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ENDPOINT_URL_SESV2', 'DNS_SERVERS'],
      Verify: ['DNS_SERVERS'],
      Events: ['AWS_ENDPOINT_URL_DYNAMODB'],
    });
  });
});

function referenceIn(value: unknown): string {
  return (value as { Ref: string }).Ref;
}

function pathOf(id: string): string {
  const { ParentId, PathPart } = template[id]?.Properties ?? {};
  const parent = (ParentId as { Ref?: string }).Ref;
  return `${parent ? pathOf(parent) : ''}/${PathPart}`;
}

/** sam takes the function's logical id out of the URI's parts, and the header out of the identity source. */
function authorizerOf(id: string) {
  const { Type, IdentitySource, AuthorizerUri } = template[id]?.Properties ?? {};
  const [, logicalId] = /"Fn::GetAtt":\["(\w+)","Arn"\]/.exec(JSON.stringify(AuthorizerUri)) ?? [];
  return {
    type: Type,
    header: String(IdentitySource).replace('method.request.header.', ''),
    function: functions.find((fn) => fn.logicalId === logicalId)?.name,
  };
}
