import { readFileSync } from 'node:fs';
import { arnOf, type FixtureFunction, type FixtureOptions, resource } from './assembly.ts';

export interface DashboardFixture {
  /** The page: name to text. */
  files: Record<string, string>;
  /** Default: one that answers with the event it got. */
  manage?: FixtureFunction;
  /** The scopes of the methods of the dashboard's API. Default: `openid`. */
  scopes?: string[];
  /** Merged into the template's resources. */
  resources?: Record<string, unknown>;
}

const echo: FixtureFunction = {
  code: `exports.handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });`,
};

/** The resources that a dashboard adds to a stack: its API, the page and the edge functions of lib/. */
export function dashboard(
  fixture: DashboardFixture,
): Pick<FixtureOptions, 'assets' | 'resources'> & { functions: { manage: FixtureFunction } } {
  const { files, manage = echo, scopes = ['openid'], resources } = fixture;
  return {
    functions: { manage },
    assets: { page: files, config: { 'config.json': '{"of":"AWS"}' } },
    resources: { ...manageApi(scopes), ...site(), ...uploader(), ...resources },
  };
}

function manageApi(AuthorizationScopes: string[]) {
  const api = { Ref: 'Manage' };
  return {
    Manage: resource('ApiGateway::RestApi', { BinaryMediaTypes: ['*/*'] }),
    ManageStage: resource('ApiGateway::Stage', { StageName: 'manage', RestApiId: api }),
    ManageV1: resource('ApiGateway::Resource', {
      ParentId: { 'Fn::GetAtt': ['Manage', 'RootResourceId'] },
      PathPart: 'v1',
      RestApiId: api,
    }),
    ManageProxy: resource('ApiGateway::Resource', {
      ParentId: { Ref: 'ManageV1' },
      PathPart: '{proxy+}',
      RestApiId: api,
    }),
    ManageUsers: resource('ApiGateway::Authorizer', {
      Type: 'COGNITO_USER_POOLS',
      Name: 'Users',
      ProviderARNs: ['arn:aws:cognito-idp:us-east-1:000000000000:userpool/p'],
      IdentitySource: 'method.request.header.Authorization',
      RestApiId: api,
    }),
    ManageAny: resource('ApiGateway::Method', {
      HttpMethod: 'ANY',
      RestApiId: api,
      ResourceId: { Ref: 'ManageProxy' },
      AuthorizationType: 'COGNITO_USER_POOLS',
      AuthorizerId: { Ref: 'ManageUsers' },
      AuthorizationScopes,
      Integration: {
        Type: 'AWS_PROXY',
        IntegrationHttpMethod: 'POST',
        Uri: {
          'Fn::Join': ['', ['arn:aws:apigateway:x/functions/', arnOf('manage'), '/invocations']],
        },
      },
    }),
    ...Object.fromEntries(
      [
        ['UNAUTHORIZED', '401'],
        ['ACCESS_DENIED', '403'],
        ['AUTHORIZER_FAILURE', '500'],
      ].map(([ResponseType = '', StatusCode]) => [
        `Manage${ResponseType}`,
        resource('ApiGateway::GatewayResponse', {
          RestApiId: api,
          ResponseType,
          StatusCode,
          ResponseTemplates: { 'application/json': `{"code":"${ResponseType}"}` },
          ResponseParameters: {
            'gatewayresponse.header.Content-Type': "'application/problem+json'",
          },
        }),
      ]),
    ),
  };
}

/** The page's distribution, with more or other settings. */
export function distribution(more: object = {}) {
  const page = {
    AllowedMethods: ['GET', 'HEAD'],
    FunctionAssociations: [edge('viewer-request', 'Routes'), edge('viewer-response', 'Headers')],
    TargetOriginId: 'files',
    ViewerProtocolPolicy: 'redirect-to-https',
  };
  const methods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'];
  return resource('CloudFront::Distribution', {
    DistributionConfig: {
      CacheBehaviors: [
        { ...page, PathPattern: '/assets/*' },
        { AllowedMethods: methods, PathPattern: '/manage/*', TargetOriginId: 'manage' },
      ],
      DefaultCacheBehavior: page,
      DefaultRootObject: 'index.html',
      Enabled: true,
      Origins: [
        { Id: 'files', DomainName: { 'Fn::GetAtt': ['Bucket', 'RegionalDomainName'] } },
        { Id: 'manage', DomainName: 'Manage.execute-api.us-east-1.amazonaws.com' },
      ],
      ...more,
    },
  });
}

function site() {
  return {
    Bucket: resource('S3::Bucket', {}),
    BucketPolicy: resource('S3::BucketPolicy', {
      Bucket: { Ref: 'Bucket' },
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Allow',
            Action: 's3:GetObject',
            Principal: { Service: 'cloudfront.amazonaws.com' },
          },
        ],
      },
    }),
    Routes: edgeFunction('page-routes'),
    Headers: edgeFunction('page-headers'),
    Distribution: distribution(),
  };
}

/** A custom resource and the function that answers for it while the stack is deployed. */
function uploader() {
  return {
    Uploader: resource('Lambda::Function', {
      Code: { S3Key: 'nowhere.zip' },
      Handler: 'index.handler',
      Runtime: 'python3.13',
      Layers: [],
    }),
    Upload: {
      Type: 'Custom::CDKBucketDeployment',
      Properties: {
        ServiceToken: { 'Fn::GetAtt': ['Uploader', 'Arn'] },
        DestinationBucketName: { Ref: 'Bucket' },
        SourceObjectKeys: ['page.zip', 'config.zip'],
        Prune: false,
      },
    },
  };
}

function edge(EventType: string, name: string) {
  return { EventType, FunctionARN: { 'Fn::GetAtt': [name, 'FunctionARN'] } };
}

/** An edge function of lib/, with its placeholders in capitals unchanged. */
function edgeFunction(name: string) {
  const file = new URL(`../../../lib/dashboard/edge/${name}.js`, import.meta.url);
  return resource('CloudFront::Function', {
    FunctionCode: readFileSync(file, 'utf8'),
    FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
  });
}
