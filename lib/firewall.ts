import { Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { refusals } from '../shared/engine/errors.ts';
import type { FirewallSettings } from './settings/traffic-settings.ts';

export interface FirewallProps {
  apis: readonly RestApi[];
  settings: FirewallSettings;
}

/**
 * AWS's rules that never block: bodies have up to 4.4 MB of HTML and addresses, and a program may lack a User-Agent.
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const neverBlocks = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'NoUserAgent_HEADER',
];

/** WAF counts the requests of an IP address over this time, in seconds. */
const window = 300;

/** A web application firewall in front of the APIs: a rate limit for each IP address, and AWS's common rules. */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { apis, settings }: FirewallProps) {
    super(scope, id);
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      description: 'Protects the API of postrider',
      customResponseBodies: {
        rate: {
          contentType: 'APPLICATION_JSON',
          content: JSON.stringify({ error: refusals.rateExceeded.sentence() }),
        },
      },
      rules: [rateRule(settings.rateLimit), commonRules(settings.commonRules)],
      visibilityConfig: visibleAs(`${Stack.of(this).stackName}-Firewall`),
    });
    for (const [index, { deploymentStage: stage }] of apis.entries()) {
      const association = new CfnWebACLAssociation(this, `Association${index || ''}`, {
        resourceArn: stage.stageArn,
        webAclArn: acl.attrArn,
      });
      association.node.addDependency(stage);
    }
  }
}

/** The rule's own answer names the rate limit; a gateway response could only say that WAF refused. */
function rateRule(limit: number): CfnWebACL.RuleProperty {
  return {
    name: 'RateOfAddress',
    priority: 0,
    statement: {
      rateBasedStatement: { aggregateKeyType: 'IP', limit, evaluationWindowSec: window },
    },
    action: {
      block: {
        customResponse: {
          responseCode: refusals.rateExceeded.status,
          customResponseBodyKey: 'rate',
          responseHeaders: [{ name: 'Retry-After', value: '60' }],
        },
      },
    },
    visibilityConfig: visibleAs('RateOfAddress'),
  };
}

function commonRules(action: FirewallSettings['commonRules']): CfnWebACL.RuleProperty {
  return {
    name: 'CommonRules',
    priority: 1,
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name: 'AWSManagedRulesCommonRuleSet',
        ruleActionOverrides: neverBlocks.map((name) => ({ name, actionToUse: { count: {} } })),
      },
    },
    overrideAction: action === 'count' ? { count: {} } : { none: {} },
    visibilityConfig: visibleAs('CommonRules'),
  };
}

/** Counts in CloudWatch, without samples of requests, which would show API keys. */
function visibleAs(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false, metricName };
}
