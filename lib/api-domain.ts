import { type Stack, Token } from 'aws-cdk-lib';
import { DomainName, EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { ApiDomainSettings } from './domain-settings.ts';
import { zoneOf } from './hosted-zone.ts';
import { apiVersion } from './routes.ts';

export interface ApiDomainProps {
  api: RestApi;
  domain: ApiDomainSettings;
}

/**
 * The API at a name of one's own. The stage stays `v1`, and below the name `v1` is mapped to it: so both
 * addresses end in `/v1`, as the spec wants it, and a handler sees the same request.
 */
export class ApiDomain extends Construct {
  /** Where callers send their requests, without a slash at the end. */
  readonly baseUrl: string;
  /** What the name must be a CNAME of; undefined where the stack keeps the record itself. */
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

/** Why a certificate cannot serve this stack; undefined where it can, or its region is not known yet. */
export function certificateProblem(
  stack: Stack,
  { certificateArn }: ApiDomainSettings,
): string | undefined {
  const [, , , region] = certificateArn.split(':');
  if (Token.isUnresolved(stack.region) || region === stack.region) return undefined;
  return `domain.certificateArn must be a certificate of ${stack.region}, where the stack is: it is one of ${region}`;
}
