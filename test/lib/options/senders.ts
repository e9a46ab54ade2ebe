import { describe, expect, test } from '@jest/globals';
import { parseSettings } from '../../../lib/settings.ts';
import { joined, permissionsOf, resources, synthesised } from '../synthesised.ts';
import { full } from './stacks.ts';

const { template } = full;

const identities = Object.values(
  template.findResources('AWS::SES::EmailIdentity') as Record<
    string,
    { Properties: Record<string, unknown> }
  >,
);

/** The statements of all roles that allow to send, each with the logical id of its policy. */
function sendingStatements() {
  const policies = Object.entries(resources(template, 'AWS::IAM::Policy'));
  return policies.flatMap(([id, { Properties }]) => {
    const { Statement } = Properties.PolicyDocument as { Statement: Record<string, unknown>[] };
    const sending = Statement.filter(({ Action }) => [Action].flat().includes('ses:SendEmail'));
    return sending.map(({ Condition }) => ({ id, condition: Condition }));
  });
}

describe('senders', () => {
  test('are identities of the stack, but for one that exists already', () => {
    const names = identities.map(({ Properties }) => Properties.EmailIdentity);

    expect(names).toEqual(['hello@example.com', 'example.org', 'mail.example.net']);
  });

  test('stay with SES when they leave the settings, with their records: others may send from them', () => {
    const records = template.findResources('AWS::Route53::RecordSet');

    const ofSenders = Object.values(records).filter(({ Properties }) => !Properties.AliasTarget);
    expect(ofSenders).toHaveLength(5);
    for (const resource of [...identities, ...ofSenders]) {
      expect(resource).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
    }
  });

  test('may be sent from by execute and for test mails, with the configuration set, in the name of an address of theirs', () => {
    const ses = 'arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}:';

    const condition = {
      StringLike: {
        'ses:FromAddress': [
          'hello@example.com',
          '*@example.org',
          '*@*.example.org',
          '*@mail.example.net',
          '*@*.mail.example.net',
          '*@shared.example',
          '*@*.shared.example',
        ],
      },
    };
    expect(sendingStatements()).toEqual([
      { id: expect.stringMatching(/^ExecuteRole/), condition },
      { id: expect.stringMatching(/^ManageRole/), condition },
    ]);
    expect(permissionsOf(template, 'Execute')['ses:SendEmail']).toEqual([
      `${ses}identity/\${Sendinghelloexamplecom}`,
      `${ses}identity/\${Sendingexampleorg}`,
      `${ses}identity/\${Sendingmailexamplenet}`,
      `${ses}identity/shared.example`,
      `${ses}configuration-set/\${SendingConfigurationSet}`,
    ]);
  });

  test('have their DNS records in the outputs, as a zone file has them', () => {
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

  test('have them made where the zone is in Route 53', () => {
    const records = Object.values(resources(template, 'AWS::Route53::RecordSet'));

    const ofSenders = records.filter(({ Properties }) => !Properties.AliasTarget);
    expect(ofSenders.map(({ Properties }) => [Properties.HostedZoneId, Properties.Type])).toEqual([
      ['Z0123456789', 'CNAME'],
      ['Z0123456789', 'CNAME'],
      ['Z0123456789', 'CNAME'],
      ['Z0123456789', 'MX'],
      ['Z0123456789', 'TXT'],
    ]);
    expect(Object.keys(template.findOutputs('*')).filter((name) => /^Dns/.test(name))).toEqual([
      'DnsRecordsExampleOrg',
    ]);
  });

  test('send over TLS alone, where the settings demand it, and are counted for their reputation', () => {
    const [demanding] = Object.values(resources(template, 'AWS::SES::ConfigurationSet'));
    const [lenient] = Object.values(resources(synthesised(), 'AWS::SES::ConfigurationSet'));

    expect(demanding?.Properties).toMatchObject({
      DeliveryOptions: { TlsPolicy: 'REQUIRE' },
      ReputationOptions: { ReputationMetricsEnabled: true },
    });
    expect(lenient?.Properties).toMatchObject({ DeliveryOptions: { TlsPolicy: 'OPTIONAL' } });
  });
});

describe('settings of senders', () => {
  const senders = ['hello@example.com', 'example.org'];

  test.each([
    [{ 'example.net': {} }, 'identities.example.net is none of the senders'],
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
      'identities.example.org must not have mailFrom or hostedZoneId: whoever made the existing identity sees to its records',
    ],
    [
      { 'example.org': { hostedZoneId: 'Z0123456789', hostedZoneName: 'example.com' } },
      'identities.example.org must lie in its hostedZoneName: example.org is not in example.com',
    ],
    [
      { 'example.org': { hostedZoneName: 'example.org' } },
      'identities.example.org must have both hostedZoneId and hostedZoneName, or none of them',
    ],
  ])('%j is refused with its mend', (identities, message) => {
    expect(() => parseSettings({ senders, identities })).toThrow(`settings.json: ${message}`);
  });
});
