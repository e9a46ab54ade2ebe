import { expect, test } from '../../jest.ts';
import { joined, only as onlyOf, permissionsOf, resources, synthesised } from '../synthesised.ts';

const template = synthesised({ dashboard: true });

const only = (type: string) => onlyOf(template, type);

const emptyingRole = expect.stringMatching(/^CustomS3AutoDeleteObjects\w+Role/);

const config = () =>
  only('AWS::CloudFront::Distribution').properties.DistributionConfig as Record<string, unknown>;
const behaviours = () => config().CacheBehaviors as Record<string, unknown>[];
const behaviour = (path: string) => behaviours().find(({ PathPattern }) => PathPattern === path);
const edge = ['Routes', 'Headers'].map((name) => ({
  'Fn::GetAtt': [expect.stringMatching(`^DashboardSite${name}`), 'FunctionARN'],
}));
const edgeFunctions = [
  { EventType: 'viewer-request', FunctionARN: edge[0] },
  { EventType: 'viewer-response', FunctionARN: edge[1] },
];

test('V12.3.1 V12.3.3 only this distribution may read the page’s bucket, and only over TLS', () => {
  const { id, properties } = only('AWS::S3::Bucket');
  const { PolicyDocument } = only('AWS::S3::BucketPolicy').properties;

  expect(properties).toMatchObject({
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
    OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [
        { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
      ],
    },
  });
  const { Statement } = PolicyDocument as { Statement: Record<string, unknown>[] };
  expect(Statement.map(({ Effect, Action, Principal }) => [Effect, Action, Principal])).toEqual([
    ['Deny', 's3:*', { AWS: '*' }],
    [
      'Allow',
      ['s3:PutBucketPolicy', 's3:GetBucket*', 's3:List*', 's3:DeleteObject*'],
      { AWS: { 'Fn::GetAtt': [emptyingRole, 'Arn'] } },
    ],
    ['Allow', 's3:GetObject', { Service: 'cloudfront.amazonaws.com' }],
  ]);
  const distributionId = only('AWS::CloudFront::Distribution').id;
  expect(JSON.stringify(Statement[2]?.Condition)).toContain(`{"Ref":"${distributionId}"}`);
  expect(Statement[2]?.Resource).toEqual({
    'Fn::Join': ['', [{ 'Fn::GetAtt': [id, 'Arn'] }, '/*']],
  });
});

test('CloudFront caches the page’s assets but not the page, and runs the edge functions for both', () => {
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
  const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
  const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
  const page = {
    AllowedMethods: ['GET', 'HEAD'],
    ViewerProtocolPolicy: 'redirect-to-https',
    FunctionAssociations: edgeFunctions,
  };

  expect(config().DefaultCacheBehavior).toMatchObject({ ...page, CachePolicyId: cachingDisabled });
  expect(behaviour('/assets/*')).toMatchObject({ ...page, CachePolicyId: cachingOptimized });
});

test('V14.2.2 the page’s address also serves the dashboard’s API: uncached, with the token and without the host', () => {
  const origins = config().Origins as { Id: string; DomainName: unknown }[];
  const manage = behaviour('/manage/*');

  expect(manage).toMatchObject({
    AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
    CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
    OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    ViewerProtocolPolicy: 'https-only',
  });
  expect(manage).not.toHaveProperty('FunctionAssociations');
  const origin = origins.find(({ Id }) => Id === manage?.TargetOriginId);
  expect(joined(origin?.DomainName)).toMatch(
    /^\{DashboardManageApi\w+\}\.execute-api\.\{AWS::Region\}\.\{AWS::URLSuffix\}$/,
  );
  expect(origin).toMatchObject({
    CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
  });
});

test('the distribution has no error pages, and caches no server error', () => {
  expect(config().CustomErrorResponses).toEqual(
    [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
  );
});

test('the upload adds the sign-in configuration to the page, and leaves earlier assets', () => {
  const { properties } = only('Custom::CDKBucketDeployment');

  expect(properties).toMatchObject({
    SourceObjectKeys: [expect.stringMatching(/\.zip$/), expect.stringMatching(/\.zip$/)],
    DestinationBucketName: { Ref: only('AWS::S3::Bucket').id },
    Prune: false,
  });
  expect(properties).not.toHaveProperty('RetainOnDelete');
  const markers = (properties.SourceMarkers as Record<string, unknown>[])[1];
  expect(Object.values(markers ?? {})).toEqual(
    expect.arrayContaining([
      { Ref: only('AWS::Cognito::UserPool').id },
      { Ref: only('AWS::Cognito::UserPoolClient').id },
    ]),
  );
});

test('the function that uploads the page may do nothing else', () => {
  expect(permissionsOf(template, 'DashboardUpload')).toEqual({
    'logs:CreateLogStream': ['DashboardUploadLogs'],
    'logs:PutLogEvents': ['DashboardUploadLogs'],
    's3:GetObject': [expect.stringMatching(/cdk-\w+-assets-.*\/\*\.zip$/)],
    's3:ListBucket': ['DashboardSitePage'],
    's3:PutObject': ['DashboardSitePage/*'],
  });
});

test('the page’s headers allow it to call Cognito', () => {
  const { FunctionCode: code } = onlyOf(
    ...([template, 'AWS::CloudFront::Function', 'DashboardSiteHeaders'] as const),
  ).properties;

  expect(joined(code)).toContain(
    "const signInOrigins = 'https://cognito-idp.{AWS::Region}.amazonaws.com https://postrider-{2,[object Object]}.auth.{AWS::Region}.amazoncognito.com';",
  );
  expect(joined(code)).toMatch(/const previewScriptHash = 'sha256-[A-Za-z0-9+/]{43}=';/);
});

const all = template.toJSON().Resources as Record<string, { DependsOn?: string[] }>;
const dependsOn = (id: string) => all[id]?.DependsOn ?? [];

test('the page’s bucket has the tag by which CDK empties it, and is deleted with the stack', () => {
  const { properties, resource } = only('AWS::S3::Bucket');

  expect(properties.Tags).toContainEqual({ Key: 'aws-cdk:auto-delete-objects', Value: 'true' });
  expect(resource).toMatchObject({ DeletionPolicy: 'Delete' });
});

test('the page’s bucket is emptied after the upload is deleted, and before the policy that allows it is deleted', () => {
  const emptying = only('Custom::S3AutoDeleteObjects');
  const upload = only('Custom::CDKBucketDeployment');
  const bucket = only('AWS::S3::Bucket').id;
  const policy = only('AWS::S3::BucketPolicy').id;

  // CloudFormation deletes in the reverse order: first a resource, then those that it depends on.
  expect(dependsOn(upload.id)).toContain(emptying.id);
  expect(dependsOn(emptying.id)).toContain(policy);
  expect(emptying.properties.BucketName).toEqual({ Ref: bucket });
  expect(only('AWS::S3::BucketPolicy').properties.Bucket).toEqual({ Ref: bucket });
});

test('the function that empties the page’s bucket may write only its own log, which is deleted with the stack', () => {
  const role = onlyOf(template, 'AWS::IAM::Role', 'CustomS3AutoDeleteObjects');
  const fn = onlyOf(template, 'AWS::Lambda::Function', 'CustomS3AutoDeleteObjects');
  const logs = onlyOf(template, 'AWS::Logs::LogGroup', 'DashboardSiteEmptying');

  expect(role.properties.Policies).toEqual([
    {
      PolicyName: 'Logs',
      PolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            Resource: { 'Fn::GetAtt': [logs.id, 'Arn'] },
          },
        ],
      },
    },
  ]);
  expect(fn.properties.LoggingConfig).toEqual({ LogGroup: { Ref: logs.id } });
  expect(logs.resource).toMatchObject({
    DeletionPolicy: 'Delete',
    Properties: { RetentionInDays: 30 },
  });
  expect(dependsOn(fn.id)).toContain(role.id);
});

test('the outputs have what the CLI needs to invite users', () => {
  expect(Object.keys(template.findOutputs('*'))).toEqual(
    expect.arrayContaining(['DashboardUrl', 'UserPoolId', 'UsersTable']),
  );
});

test('without a dashboard the stack has no resource of it', () => {
  const without = synthesised({ dashboard: false });

  const types = Object.values(without.toJSON().Resources as Record<string, { Type: string }>).map(
    ({ Type }) => Type,
  );
  expect(types.filter((type) => /Cognito|CloudFront|S3|^Custom/.test(type))).toEqual([]);
  expect(Object.keys(resources(without, 'AWS::ApiGateway::RestApi'))).toHaveLength(2);
  expect(Object.keys(without.findResources('AWS::DynamoDB::GlobalTable'))).toHaveLength(5);
  expect(Object.keys(without.findOutputs('*'))).not.toContain('UsersTable');
});
