import { type Stack, Token } from 'aws-cdk-lib';
import { DomainName, EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { ApiDomainSettings, HostedZoneSettings } from './settings/domain-settings.ts';

export interface ApiDomainProps {
  /** The APIs by the first part of their paths, which is also the name of their stage. */
  apis: Readonly<Record<string, RestApi>>;
  domain: ApiDomainSettings;
}

/** The APIs at the user's own domain name: an address ends in the name of the stage, as AWS's own address does. */
export class ApiDomain extends Construct {
  /** The target of the CNAME record that the user must create; undefined if the stack creates the record itself. */
  readonly target: string | undefined;

  constructor(scope: Construct, id: string, { apis, domain }: ApiDomainProps) {
    super(scope, id);
    const name = new DomainName(this, 'Name', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    for (const [basePath, api] of Object.entries(apis)) {
      name.addBasePathMapping(api, { basePath, stage: api.deploymentStage });
    }

    const zone = zoneOf(this, domain);
    if (zone) {
      const target = RecordTarget.fromAlias(new ApiGatewayDomain(name));
      new ARecord(this, 'Record', { zone, recordName: domain.name, target });
    }
    this.target = zone ? undefined : name.domainNameAliasDomainName;
  }
}

/** The zone that the settings name; undefined if they name none. CDK does not look the zone up at AWS. */
export function zoneOf(
  scope: Construct,
  { hostedZoneId, hostedZoneName }: HostedZoneSettings,
): IHostedZone | undefined {
  if (!hostedZoneId || !hostedZoneName) return undefined;
  return HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId,
    zoneName: hostedZoneName,
  });
}

/** Says, beginning with `rule`, that an ARN is of another region than the stack; undefined if not, or not known yet. */
export function regionProblem(stack: Stack, rule: string, arn: string): string | undefined {
  const [, , , region] = arn.split(':');
  if (Token.isUnresolved(stack.region) || region === stack.region) return undefined;
  return `${rule} in ${stack.region}, the stack's region, but it is in ${region}`;
}
