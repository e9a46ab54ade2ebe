import { type Stack, Token } from 'aws-cdk-lib';
import { DomainName, EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { apiVersion } from './routes.ts';
import type { ApiDomainSettings, HostedZoneSettings } from './settings/domain-settings.ts';

export interface ApiDomainProps {
  api: RestApi;
  domain: ApiDomainSettings;
}

/** The API at the user's own domain name, whose path `v1` is the stage: both addresses end in `/v1`. */
export class ApiDomain extends Construct {
  /** Where callers send their requests, without a slash at the end. */
  readonly baseUrl: string;
  /** The target of the CNAME record that the user must create; undefined if the stack creates the record itself. */
  readonly target: string | undefined;

  constructor(scope: Construct, id: string, { api, domain }: ApiDomainProps) {
    super(scope, id);
    const name = new DomainName(this, 'Name', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    name.addBasePathMapping(api, { basePath: apiVersion, stage: api.deploymentStage });

    const zone = zoneOf(this, domain);
    if (zone) {
      const target = RecordTarget.fromAlias(new ApiGatewayDomain(name));
      new ARecord(this, 'Record', { zone, recordName: domain.name, target });
    }
    this.baseUrl = `https://${domain.name}/${apiVersion}`;
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
