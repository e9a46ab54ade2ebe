import { App } from 'aws-cdk-lib';
import type { Template } from 'aws-cdk-lib/assertions';
import { ServiceStack } from '../../../lib/service-stack.ts';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { expect, test } from '../../jest.ts';
import { belowBasePath, joined, propertiesOf, resources, synthesised } from '../synthesised.ts';
import { every } from './every-setting.ts';
import { full } from './stacks.ts';

const { domain } = every;
const zone = { hostedZoneId: 'Z0123456789', hostedZoneName: 'example.com' };
const { hostedZoneId, hostedZoneName, ...page } = every.dashboardDomain;

/** The API without a zone and with no other address, the dashboard in a zone. */
const named = full.template;
/** The API in a zone and with AWS's address, the dashboard without a zone. */
const inZone = synthesised({
  domain: { ...domain, ...zone, keepDefaultAddress: true },
  dashboard: true,
  dashboardDomain: page,
});

const records = (of: Template) =>
  Object.values(resources(of, 'AWS::Route53::RecordSet')).map(({ Properties }) => [
    Properties.Name,
    Properties.Type,
  ]);

test('V12.1.1 V12.1.2 the APIs at their own name serve the stages below v1 and doors, with TLS 1.2 or later', () => {
  const [name] = Object.entries(resources(named, 'AWS::ApiGateway::DomainName'));
  const mappings = propertiesOf(named, 'AWS::ApiGateway::BasePathMapping');

  expect(name?.[1].Properties).toMatchObject({
    DomainName: 'api.example.com',
    EndpointConfiguration: { Types: ['REGIONAL'] },
    RegionalCertificateArn: domain.certificateArn,
    SecurityPolicy: 'TLS_1_2',
  });
  expect(mappings).toEqual(
    ['v1', 'doors'].map((stage) => ({
      BasePath: stage,
      DomainName: { Ref: name?.[0] },
      RestApiId: { Ref: expect.any(String) },
      Stage: { Ref: expect.stringContaining(`Stage${stage}`) },
    })),
  );
});

test('the API’s own name is the base address in the outputs and for the dashboard', () => {
  const functions = Object.entries(resources(named, 'AWS::Lambda::Function'));
  const manage = functions.find(([id]) => id.startsWith('Manage'))?.[1].Properties.Environment;

  expect(named.findOutputs('BaseUrl').BaseUrl?.Value).toBe('https://api.example.com/v1');
  expect(named.findOutputs('DoorsUrl').DoorsUrl?.Value).toBe('https://api.example.com/doors');
  expect(manage).toMatchObject({ Variables: { BASE_URL: 'https://api.example.com/v1' } });
});

test('without a zone the outputs name the API’s record to create', () => {
  const [name = ''] = Object.keys(resources(named, 'AWS::ApiGateway::DomainName'));

  expect(records(named)).not.toContainEqual(['api.example.com.', 'A']);
  expect(named.findOutputs('DomainTarget').DomainTarget).toEqual({
    Description: 'The DNS record to create: a CNAME from api.example.com to this name',
    Value: { 'Fn::GetAtt': [name, 'RegionalDomainName'] },
  });
});

test('the stack creates the record of the API’s own name in a zone', () => {
  expect(records(inZone)).toEqual([['api.example.com.', 'A']]);
  expect(inZone.findOutputs('*')).not.toHaveProperty('DomainTarget');
});

test('the API’s own name can be its only address: the stage is then deployed again, or AWS would not notice', () => {
  const disabled = (of: Template) =>
    propertiesOf(of, 'AWS::ApiGateway::RestApi').map(
      ({ DisableExecuteApiEndpoint }) => DisableExecuteApiEndpoint ?? false,
    );
  const deployments = (of: Template) =>
    Object.keys(resources(of, 'AWS::ApiGateway::Deployment')).filter((id) =>
      id.startsWith('RestApi'),
    );

  expect([disabled(named), disabled(inZone)]).toEqual([
    [true, true, false],
    [false, false, false],
  ]);
  expect(deployments(inZone)).not.toEqual(deployments(named));
});

test('the API has no own name for sam local, where the path contains the version already', () => {
  const below = belowBasePath();

  expect(resources(below, 'AWS::ApiGateway::DomainName')).toEqual({});
  expect(joined(below.findOutputs('BaseUrl').BaseUrl?.Value)).toMatch(/\/\{RestApi.+\}$/);
});

test('the API’s own name needs a certificate in the stack’s region', () => {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const settings = parseSettings({ domain, dashboard: false });

  const synthesise = () =>
    new ServiceStack(app, 'test', { settings, env: { region: 'us-east-2' } });

  expect(synthesise).toThrow(
    "domain.certificateArn must be a certificate in us-east-2, the stack's region, but it is in eu-west-1",
  );
});

test('V12.2.2 the dashboard is served at its own name, with TLS 1.2 or later', () => {
  const [distribution] = propertiesOf(named, 'AWS::CloudFront::Distribution');

  expect(distribution?.DistributionConfig).toMatchObject({
    Aliases: ['dashboard.example.com'],
    ViewerCertificate: {
      AcmCertificateArn: page.certificateArn,
      MinimumProtocolVersion: 'TLSv1.2_2021',
      SslSupportMethod: 'sni-only',
    },
  });
});

test('sign-in returns to the dashboard’s own name, and invitations link to it', () => {
  const [client] = propertiesOf(named, 'AWS::Cognito::UserPoolClient');
  const [pool] = propertiesOf(named, 'AWS::Cognito::UserPool');

  expect(client).toMatchObject({
    CallbackURLs: ['https://dashboard.example.com/callback'],
    LogoutURLs: ['https://dashboard.example.com/'],
  });
  expect(JSON.stringify(pool?.AdminCreateUserConfig)).toContain('https://dashboard.example.com/');
});

test('the stack creates the records of the dashboard’s own name in a zone', () => {
  expect(records(named)).toEqual(
    expect.arrayContaining([
      ['dashboard.example.com.', 'A'],
      ['dashboard.example.com.', 'AAAA'],
    ]),
  );
  expect(named.findOutputs('*')).not.toHaveProperty('DashboardDomainTarget');
});

test('without a zone the outputs name the dashboard’s record to create', () => {
  const [id = ''] = Object.keys(resources(inZone, 'AWS::CloudFront::Distribution'));

  const { DashboardUrl, DashboardDomainTarget } = inZone.findOutputs('*');
  expect(DashboardUrl?.Value).toBe('https://dashboard.example.com');
  expect(DashboardDomainTarget?.Value).toEqual({ 'Fn::GetAtt': [id, 'DomainName'] });
});

test.each([
  [
    { ...domain, name: 'API.example.com' },
    'domain.name must be a domain name in lower case, like api.example.com',
  ],
  [
    { ...domain, certificateArn: 'arn:aws:iam::1:x' },
    'domain.certificateArn must be the ARN of an ACM certificate, like arn:aws:acm:eu-west-1:123456789012:certificate/…',
  ],
  [
    { ...domain, hostedZoneId: 'Z0123456789' },
    'domain must have both hostedZoneId and hostedZoneName, or neither',
  ],
  [
    { ...domain, ...zone, hostedZoneName: 'ample.com' },
    'domain must be in the zone hostedZoneName: api.example.com is not in ample.com',
  ],
  [
    { ...domain, hostedZoneId: 'x', hostedZoneName: 'example.com' },
    'domain.hostedZoneId must be the id of a Route 53 zone, like Z0123456789ABCDEFGHIJ',
  ],
])('the domain settings %j are refused with the fix', (bad, message) => {
  expect(() => parseSettings({ domain: bad })).toThrow(`postrider.json: ${message}`);
});

test('the dashboard accepts only a certificate in us-east-1', () => {
  const dashboardDomain = { ...page, certificateArn: domain.certificateArn };

  expect(() => parseSettings({ dashboardDomain })).toThrow(
    'postrider.json: dashboardDomain.certificateArn must be the ARN of an ACM certificate, like arn:aws:acm:us-east-1:123456789012:certificate/…',
  );
});
