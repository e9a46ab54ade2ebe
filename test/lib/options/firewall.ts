import type { Template } from 'aws-cdk-lib/assertions';
import { parseSettings } from '../../../lib/settings/settings.ts';
import { expect, test } from '../../jest.ts';
import { changed, joined, propertiesOf, resources, synthesised } from '../synthesised.ts';
import { full, plain } from './stacks.ts';

interface Rule {
  Name: string;
  Action?: unknown;
  OverrideAction?: unknown;
  Statement: Record<string, { [name: string]: unknown }>;
}

const template = synthesised(changed);
const rulesOf = (of: Template) => {
  const [acl] = propertiesOf(of, 'AWS::WAFv2::WebACL');
  return (acl?.Rules ?? []) as [Rule, Rule];
};

test('there is no firewall unless the settings have one', () => {
  expect(resources(plain.template, 'AWS::WAFv2::WebACL')).toEqual({});
  expect(resources(plain.template, 'AWS::WAFv2::WebACLAssociation')).toEqual({});
});

test('the firewall is in front of the stages of both APIs for callers', () => {
  const associations = propertiesOf(template, 'AWS::WAFv2::WebACLAssociation');

  const arn = 'arn:{AWS::Partition}:apigateway:{AWS::Region}::/restapis/';
  expect(
    associations.map(({ ResourceArn }) => joined(ResourceArn).replaceAll(/[0-9A-F]{8}}/g, '}')),
  ).toEqual([
    `${arn}{RestApi}/stages/{RestApiDeploymentStagev1}`,
    `${arn}{DoorsApi}/stages/{DoorsApiDeploymentStagedoors}`,
  ]);
});

test('the firewall answers an address over its rate as the service does: 429 with Retry-After', () => {
  const [rate] = rulesOf(template);
  const [acl] = propertiesOf(template, 'AWS::WAFv2::WebACL');

  expect(rate.Statement).toEqual({
    RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 500 },
  });
  expect(rate.Action).toEqual({
    Block: {
      CustomResponse: {
        ResponseCode: 429,
        CustomResponseBodyKey: 'rate',
        ResponseHeaders: [{ Name: 'Retry-After', Value: '60' }],
      },
    },
  });
  expect(acl?.CustomResponseBodies).toEqual({
    rate: { ContentType: 'APPLICATION_JSON', Content: '{"error":"Rate limit exceeded"}' },
  });
});

test('the firewall accepts HTML, bodies of 4.4 MB, and callers without a User-Agent', () => {
  const [, common] = rulesOf(template);

  expect(common.Statement).toEqual({
    ManagedRuleGroupStatement: {
      VendorName: 'AWS',
      Name: 'AWSManagedRulesCommonRuleSet',
      RuleActionOverrides: [
        'SizeRestrictions_BODY',
        'CrossSiteScripting_BODY',
        'EC2MetaDataSSRF_BODY',
        'GenericLFI_BODY',
        'GenericRFI_BODY',
        'NoUserAgent_HEADER',
      ].map((Name) => ({ Name, ActionToUse: { Count: {} } })),
    },
  });
});

test('the firewall only counts matches of the common rules, unless the settings say block', () => {
  const [, counting] = rulesOf(full.template);
  const [, blocking] = rulesOf(template);

  expect(counting.OverrideAction).toEqual({ Count: {} });
  expect(blocking.OverrideAction).toEqual({ None: {} });
});

test('the firewall keeps no samples, because their headers would show keys', () => {
  expect(JSON.stringify(template.findResources('AWS::WAFv2::WebACL'))).not.toContain(
    '"SampledRequestsEnabled":true',
  );
});

test.each([
  [{ waf: { rateLimit: 9 } }, 'waf.rateLimit must be at least 10'],
  [{ waf: { rules: [] } }, 'unknown setting waf.rules'],
  [{ waf: { commonRules: 'off' } }, 'waf.commonRules must be one of count, block'],
  [{ waf: true }, 'waf must be of type object'],
])('the firewall settings %j are refused with the fix', (settings, message) => {
  expect(() => parseSettings(settings)).toThrow(`postrider.json: ${message}`);
});
