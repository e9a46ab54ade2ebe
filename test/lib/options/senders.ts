import type { Template } from 'aws-cdk-lib/assertions';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { expect, test } from '../../jest.ts';
import { allows, statementsOf } from '../policy.ts';
import { joined, propertiesOf, resources, synthesised, words } from '../synthesised.ts';
import { full } from './stacks.ts';

const { template } = full;

const identities = Object.values(resources(template, 'AWS::SES::EmailIdentity'));

const ses = (resource: string) =>
  `arn:\${AWS::Partition}:ses:\${AWS::Region}:\${AWS::AccountId}:${resource}`;

interface Send {
  from: string;
  /** The identities that SES finds for the mail. SES checks each of them. */
  identities: string[];
  configurationSet?: string;
}

/** Whether a role may send a mail: each of the resources that SES checks must be allowed. */
function maySend(fn: string, { from, identities, configurationSet }: Send): boolean {
  const [ours = ''] = Object.keys(resources(template, 'AWS::SES::ConfigurationSet'));
  const checked = [
    ...identities.map((identity) => ses(`identity/${identity}`)),
    ses(`configuration-set/${configurationSet ?? `\${${ours}}`}`),
  ];
  const context = { 'ses:FromAddress': from };
  return checked.every((resource) =>
    ['ses:SendEmail', 'ses:SendRawEmail'].every((action) =>
      allows(statementsOf(template, fn), { action, resource, context }),
    ),
  );
}

test('the stack creates an identity for each sender, unless it exists already', () => {
  const names = identities.map(({ Properties }) => Properties.EmailIdentity);

  // The last one is of the setting "replies".
  expect(names).toEqual([
    ...['hello@example.com', 'example.org', 'mail.example.net', 'reply.example.com'],
  ]);
});

test('identities and their records stay when a sender is removed from the settings, because others may use them', () => {
  const records = Object.values(template.findResources('AWS::Route53::RecordSetGroup'));

  expect(records).toHaveLength(1);
  for (const resource of [...identities, ...records]) {
    expect(resource).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  }
});

const allowed: [string, Send][] = [
  ['an address', { from: 'hello@example.com', identities: ['hello@example.com'] }],
  [
    'an address whose domain SES has verified instead',
    { from: 'hello@example.com', identities: ['example.com'] },
  ],
  ['an address of a domain', { from: 'Ann.B+1@example.org', identities: ['example.org'] }],
  [
    'an address of a domain that SES knows by itself, too',
    { from: 'ann@example.org', identities: ['ann@example.org'] },
  ],
  ['a subdomain of a domain', { from: 'a@b.c.example.org', identities: ['example.org'] }],
  ['a domain that existed before', { from: 'a@shared.example', identities: ['shared.example'] }],
  [
    'an address to one that is verified, as the sandbox wants it',
    { from: 'hello@example.com', identities: ['hello@example.com', 'ann@elsewhere.example'] },
  ],
];

const forbidden: [string, Send][] = [
  [
    'another address, though SES has its identity',
    { from: 'other@example.com', identities: ['example.com'] },
  ],
  ['a stranger', { from: 'ceo@elsewhere.example', identities: ['elsewhere.example'] }],
  ['a domain that ends alike', { from: 'a@notexample.org', identities: ['notexample.org'] }],
  ['a parent of a domain', { from: 'a@example.net', identities: ['example.net'] }],
  [
    'a domain that begins alike',
    { from: 'a@example.org.elsewhere.example', identities: ['elsewhere.example'] },
  ],
  [
    'an address in different case, which is another address for IAM',
    { from: 'Hello@example.com', identities: ['example.com'] },
  ],
  [
    'our sender with the configuration set of another',
    { from: 'hello@example.com', identities: ['example.com'], configurationSet: 'theirs' },
  ],
];

test.each(allowed)('execute and test mails may send in the name of %s', (_, send) => {
  expect(maySend('Execute', send)).toBe(true);
  expect(maySend('Manage', send)).toBe(true);
});

test.each(forbidden)('neither execute nor test mails may send in the name of %s', (_, send) => {
  expect(maySend('Execute', send)).toBe(false);
  expect(maySend('Manage', send)).toBe(false);
});

test('only execute and the function for scheduled messages may send', () => {
  const others = words('Authorizer NotFound Render Verify Message Cancel Batch Events');

  expect(maySend('Due', allowed[0]?.[1] as Send)).toBe(true);
  for (const fn of others) expect(maySend(fn, allowed[0]?.[1] as Send)).toBe(false);
});

test('the policy allows a sender with its domain in lower case, and its local part as the settings have it', () => {
  const capitals = synthesised({ senders: ['Hello@example.com', 'Example.ORG'] });

  const [policy] = Object.entries(resources(capitals, 'AWS::IAM::Policy')).filter(([id]) =>
    id.startsWith('ExecuteRole'),
  );
  expect(JSON.stringify(policy)).toContain(
    '"ses:FromAddress":["Hello@example.com","*@example.org","*@*.example.org"]',
  );
});

test('the outputs have the senders’ DNS records, as in a zone file', () => {
  const { DnsRecordsExampleOrg } = template.findOutputs('*');

  const lines = joined(DnsRecordsExampleOrg?.Value).replaceAll(/\{\w+?,/g, '{');
  expect(lines.split('\n')).toEqual([
    '{DkimDNSTokenName1} CNAME {DkimDNSTokenValue1}',
    '{DkimDNSTokenName2} CNAME {DkimDNSTokenValue2}',
    '{DkimDNSTokenName3} CNAME {DkimDNSTokenValue3}',
    'bounce.example.org MX 10 feedback-smtp.{AWS::Region}.amazonses.com',
    'bounce.example.org TXT "v=spf1 include:amazonses.com ~all"',
  ]);
});

test('the stack creates the senders’ DNS records if their zone is in Route 53', () => {
  const [group] = propertiesOf(template, 'AWS::Route53::RecordSetGroup');

  const records = group?.RecordSets as { Type: string }[];
  expect(group?.HostedZoneId).toBe('Z0123456789');
  expect(records.map(({ Type }) => Type)).toEqual(['CNAME', 'CNAME', 'CNAME', 'MX', 'TXT']);
  const outputs = Object.keys(template.findOutputs('*')).filter((name) => /^Dns/.test(name));
  expect(outputs.sort()).toEqual(['DnsRecordsExampleOrg', 'DnsRecordsReplies']);
});

test('senders send only over TLS if the settings demand it, with reputation metrics', () => {
  const [demanding] = propertiesOf(template, 'AWS::SES::ConfigurationSet');
  const [lenient] = propertiesOf(synthesised(), 'AWS::SES::ConfigurationSet');

  expect(demanding).toMatchObject({
    DeliveryOptions: { TlsPolicy: 'REQUIRE' },
    ReputationOptions: { ReputationMetricsEnabled: true },
  });
  expect(lenient).toMatchObject({ DeliveryOptions: { TlsPolicy: 'OPTIONAL' } });
});

const hundred = Array.from({ length: 100 }, (_, index) => `c-${index}.mail.example.org`);

/** The most characters of the policies of a role, with references as long as AWS's ARNs. */
const longest = (of: Template, type: string) =>
  Math.max(
    0,
    ...propertiesOf(of, type).map(({ PolicyDocument }) => {
      const isReference = (value: object) => /^{"(Ref|Fn::)/.test(JSON.stringify(value) ?? '');
      return JSON.stringify(PolicyDocument, (_, value) =>
        isReference(value) ? 'x'.repeat(140) : value,
      ).length;
    }),
  );

test.each([false, true])(
  'a hundred sender domains are within the limits of CloudFormation and IAM, with their records in Route 53: %s',
  (inRoute53) => {
    const zone = { hostedZoneId: 'Z0123456789', hostedZoneName: 'example.org' };
    const settings = (name: string) => ({ mailFrom: `bounce.${name}`, ...(inRoute53 && zone) });
    const identities = Object.fromEntries(hundred.map((name) => [name, settings(name)]));

    const most = synthesised({ senders: hundred, identities, dashboard: true });

    const { Resources, Outputs } = most.toJSON();
    expect(Object.keys(Resources).length).toBeLessThan(500);
    expect(Object.keys(Outputs).length).toBeLessThan(200);
    expect(longest(most, 'AWS::IAM::Policy')).toBeLessThan(10_240);
    expect(longest(most, 'AWS::IAM::ManagedPolicy')).toBeLessThan(6144);
  },
);

test('senders are refused before a deployment if the variables of a function would be longer than Lambda allows', () => {
  const senders = hundred.map((name) => `considerably-longer-${name}`);

  expect(() => synthesised({ senders })).toThrow(
    /^senders must be fewer: the variables of the function Execute could have \d{4} bytes with them, and Lambda allows 4096/,
  );
  expect(() => parseSettings({ senders: [...hundred, 'example.com'] })).toThrow(
    'postrider.json: senders must have at most 100 senders',
  );
});

const senders = ['hello@example.com', 'example.org'];

test.each([
  [{ 'example.net': {} }, 'identities.example.net is not one of the senders'],
  [
    { 'hello@example.com': { mailFrom: 'bounce.example.com' } },
    'identities.hello@example.com must be a domain to have mailFrom or hostedZoneId: an address has no records',
  ],
  [
    { 'example.org': { mailFrom: 'bounce.example.com' } },
    'identities.example.org must have a mailFrom below example.org, like mail.example.org',
  ],
  [
    { 'example.org': { existing: true, mailFrom: 'mail.example.org' } },
    'identities.example.org must not have mailFrom or hostedZoneId: the owner of the existing identity makes its records',
  ],
  [
    { 'example.org': { hostedZoneId: 'Z0123456789', hostedZoneName: 'example.com' } },
    'identities.example.org must be in the zone hostedZoneName: example.org is not in example.com',
  ],
  [
    { 'example.org': { hostedZoneName: 'example.org' } },
    'identities.example.org must have both hostedZoneId and hostedZoneName, or neither',
  ],
])('the sender settings %j are refused with the fix', (identities, message) => {
  expect(() => parseSettings({ senders, identities })).toThrow(`postrider.json: ${message}`);
});
