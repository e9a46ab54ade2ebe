import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAssembly } from '../../../local/template/assembly.ts';
import { readStack } from '../../../local/template/stack-model.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** A function of a fixture: the source of its bundle, and its settings if they differ from the defaults. */
export interface FixtureFunction {
  code: string;
  timeoutSeconds?: number;
  memoryMb?: number;
  variables?: Record<string, unknown>;
}

/** A method of a fixture's API. */
export interface FixtureMethod {
  path: string;
  method: string;
  fn: string;
  authorizer?: boolean;
}

export interface FixtureOptions {
  functions: Record<string, FixtureFunction>;
  methods: FixtureMethod[];
  /** Merged into the template's resources. */
  resources?: Record<string, unknown>;
  /** Burst and rate of the one usage plan. */
  plan?: { BurstLimit: number; RateLimit: number };
  methodSettings?: object[];
  outputs?: Record<string, unknown>;
  /** Files of assets besides the bundles: key of the asset to name to text. */
  assets?: Record<string, Record<string, string>>;
}

/** A resource of a template. */
export const resource = (type: string, Properties: object) => ({
  Type: `AWS::${type}`,
  Properties,
});

export const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

/** A stage's limit of a route. */
export const throttle = (
  ResourcePath: string,
  HttpMethod: string,
  burst: number,
  rate: number,
) => ({ ...{ ResourcePath, HttpMethod, ThrottlingBurstLimit: burst, ThrottlingRateLimit: rate } });

const header = { 'gatewayresponse.header.x-request-id': 'context.extendedRequestId' };

/** Gateway responses as the stack has them: type to status and body. */
const responses: Record<string, [status: string, body: string]> = {
  UNAUTHORIZED: ['401', '{"error":"no token"}'],
  ACCESS_DENIED: ['401', '{"error":"$context.authorizer.errorMessage"}'],
  AUTHORIZER_FAILURE: ['500', '{"error":"authorizer failed"}'],
  AUTHORIZER_CONFIGURATION_ERROR: ['500', '{"error":"authorizer misconfigured"}'],
  INVALID_API_KEY: ['503', '{"error":"key not ready"}'],
  THROTTLED: ['429', '{"error":"over the rate"}'],
  REQUEST_TOO_LARGE: ['413', '{"error":"too large"}'],
  INTEGRATION_TIMEOUT: ['504', '{"error":"too late"}'],
  MISSING_AUTHENTICATION_TOKEN: ['404', '{"error":"no such route"}'],
};

/** Writes the files of a synthesis with an authorizer, and reads the stack in them. */
export function readFixture({ functions, methods = [], ...options }: Partial<FixtureOptions> = {}) {
  const all = { authorizer: { code: '' }, ...functions };
  const folder = join(temporaryFolder(), 'cdk.out');
  const assembly = readAssembly(writeAssembly(folder, { functions: all, methods, ...options }));
  return { folder, stack: readStack(assembly) };
}

/** Writes the files of a synthesis, and returns the folder. */
export function writeAssembly(folder: string, options: FixtureOptions): string {
  mkdirSync(folder, { recursive: true });
  const files: Record<string, unknown> = {};
  for (const [name, { code }] of Object.entries(options.functions)) {
    const path = `asset.${name}`;
    mkdirSync(join(folder, path));
    writeFileSync(join(folder, path, 'index.js'), code);
    files[name] = { source: { path }, destinations: { here: { objectKey: `${name}.zip` } } };
  }
  for (const [key, contents] of Object.entries(options.assets ?? {})) {
    const path = `asset.${key}`;
    for (const [name, text] of Object.entries(contents)) {
      mkdirSync(join(folder, path, dirname(name)), { recursive: true });
      writeFileSync(join(folder, path, name), text);
    }
    files[key] = { source: { path }, destinations: { here: { objectKey: `${key}.zip` } } };
  }
  const write = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), JSON.stringify(value));
  write('package.json', { type: 'commonjs' });
  write('fixture.assets.json', { files });
  write('fixture.template.json', { Resources: resourcesOf(options), Outputs: options.outputs });
  write('manifest.json', {
    artifacts: {
      fixture: {
        type: 'aws:cloudformation:stack',
        properties: { templateFile: 'fixture.template.json' },
      },
      'fixture.assets': { type: 'cdk:asset-manifest', properties: { file: 'fixture.assets.json' } },
    },
  });
  return folder;
}

function resourcesOf({ functions, methods, resources, plan, methodSettings }: FixtureOptions) {
  const api = { Ref: 'Api' };
  const all: Record<string, unknown> = {
    Api: resource('ApiGateway::RestApi', {
      ApiKeySourceType: 'AUTHORIZER',
      BinaryMediaTypes: ['*/*'],
      Name: 'Api',
    }),
    Stage: resource('ApiGateway::Stage', {
      StageName: 'v1',
      RestApiId: api,
      MethodSettings: methodSettings ?? [],
    }),
    Plan: resource('ApiGateway::UsagePlan', {
      ApiStages: [{ ApiId: api, Stage: { Ref: 'Stage' }, Throttle: {} }],
      Throttle: plan ?? { BurstLimit: 1000, RateLimit: 1000 },
    }),
    Authorizer: resource('ApiGateway::Authorizer', {
      Type: 'TOKEN',
      Name: 'Authorizer',
      AuthorizerResultTtlInSeconds: 0,
      IdentitySource: 'method.request.header.Authorization',
      RestApiId: api,
      AuthorizerUri: integrationUri('authorizer'),
    }),
  };
  for (const [type, [status, body]] of Object.entries(responses)) {
    all[`Answer${type.replaceAll('_', '')}`] = resource('ApiGateway::GatewayResponse', {
      RestApiId: api,
      ResponseType: type,
      StatusCode: status,
      ResponseTemplates: { 'application/json': body },
      ResponseParameters: {
        ...header,
        ...(status === '429' && { 'gatewayresponse.header.Retry-After': "'1'" }),
      },
    });
  }
  for (const type of ['DEFAULT_4XX', 'DEFAULT_5XX']) {
    all[`Answer${type}`] = resource('ApiGateway::GatewayResponse', {
      RestApiId: api,
      ResponseType: type,
      ResponseTemplates: { 'application/json': '{"error":"internal"}' },
      ResponseParameters: header,
    });
  }
  for (const [name, fn] of Object.entries(functions)) {
    all[name] = resource('Lambda::Function', {
      Code: { S3Bucket: 'bucket', S3Key: `${name}.zip` },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: arnOf('Role'),
      Timeout: fn.timeoutSeconds ?? 28,
      MemorySize: fn.memoryMb ?? 128,
      ...(fn.variables && { Environment: { Variables: fn.variables } }),
    });
  }
  for (const { path, method, fn, authorizer } of methods) {
    all[`${path}-${method}`] = resource('ApiGateway::Method', {
      HttpMethod: method,
      RestApiId: api,
      ResourceId: resourceFor(path, all),
      AuthorizationType: authorizer ? 'CUSTOM' : 'NONE',
      ...(authorizer && { AuthorizerId: { Ref: 'Authorizer' }, ApiKeyRequired: true }),
      Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: integrationUri(fn) },
    });
  }
  return { ...all, ...resources };
}

/** Adds the resources of a path, and returns the reference to the last. */
function resourceFor(path: string, all: Record<string, unknown>): unknown {
  let parent: unknown = { 'Fn::GetAtt': ['Api', 'RootResourceId'] };
  let id = 'Resource';
  for (const part of path.split('/').filter(Boolean)) {
    id += `-${part}`;
    all[id] ??= resource('ApiGateway::Resource', {
      ParentId: parent,
      PathPart: part,
      RestApiId: { Ref: 'Api' },
    });
    parent = { Ref: id };
  }
  return parent;
}

function integrationUri(fn: string) {
  const path = ':lambda:path/2015-03-31/functions/';
  const start = ['arn:', { Ref: 'AWS::Partition' }, ':apigateway:', { Ref: 'AWS::Region' }];
  return { 'Fn::Join': ['', [...start, path, arnOf(fn), '/invocations']] };
}
