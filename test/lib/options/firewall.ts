import { describe, expect, test } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { parseSettings } from '../../../lib/settings.ts';
import { changed, joined, resources, synthesised } from '../synthesised.ts';
import { full, plain } from './stacks.ts';

interface Rule {
  Name: string;
  Action?: unknown;
  OverrideAction?: unknown;
  Statement: Record<string, { [name: string]: unknown }>;
}

const template = synthesised(changed);
const rulesOf = (of: Template) => {
  const [acl] = Object.values(resources(of, 'AWS::WAFv2::WebACL'));
  return (acl?.Properties.Rules ?? []) as [Rule, Rule];
};

describe('a firewall', () => {
  test('is none unless the settings have one', () => {
    expect(resources(plain.template, 'AWS::WAFv2::WebACL')).toEqual({});
    expect(resources(plain.template, 'AWS::WAFv2::WebACLAssociation')).toEqual({});
  });

  test('stands before the stage of the API', () => {
    const [association] = Object.values(resources(template, 'AWS::WAFv2::WebACLAssociation'));

    expect(joined(association?.Properties.ResourceArn)).toMatch(
      /^arn:\{AWS::Partition\}:apigateway:\{AWS::Region\}::\/restapis\/\{RestApi\w+\}\/stages\/\{RestApiDeploymentStagev1\w+\}$/,
    );
  });

  test('answers an address over its rate as the service does: 429 with Retry-After', () => {
    const [rate] = rulesOf(template);
    const [acl] = Object.values(resources(template, 'AWS::WAFv2::WebACL'));

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
    expect(acl?.Properties.CustomResponseBodies).toEqual({
      rate: { ContentType: 'APPLICATION_JSON', Content: '{"error":"Rate limit exceeded"}' },
    });
  });

  test('lets bodies of HTML and of 1 MB through, and callers without a name', () => {
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

  test('only counts what the common rules find, until the settings say to block it', () => {
    const [, counting] = rulesOf(full.template);
    const [, blocking] = rulesOf(template);

    expect(counting.OverrideAction).toEqual({ Count: {} });
    expect(blocking.OverrideAction).toEqual({ None: {} });
  });

  test('keeps no samples, whose headers would show keys', () => {
    expect(JSON.stringify(template.findResources('AWS::WAFv2::WebACL'))).not.toContain(
      '"SampledRequestsEnabled":true',
    );
  });

  test.each([
    [{ waf: { rateLimit: 9 } }, 'waf.rateLimit must be at least 10'],
    [{ waf: { rules: [] } }, 'unknown setting waf.rules'],
    [{ waf: { commonRules: 'off' } }, 'waf.commonRules must be one of count, block'],
    [{ waf: true }, 'waf must be of type object'],
  ])('%j is refused with its mend', (settings, message) => {
    expect(() => parseSettings(settings)).toThrow(`settings.json: ${message}`);
  });
});
