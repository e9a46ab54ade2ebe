import { z } from 'zod';

const hostName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/;

/** A DNS name as API Gateway, CloudFront and Route 53 accept it: lower case, without a dot at the end. */
export const domainName = z
  .string()
  .regex(hostName, 'must be a domain name in lower case, like api.example.com');

/** The Route 53 zone for a domain's DNS records: both settings or neither. Without them, outputs name the records. */
export const hostedZone = {
  hostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]{1,31}$/, 'must be the id of a Route 53 zone, like Z0123456789ABCDEFGHIJ')
    .optional(),
  hostedZoneName: domainName.optional(),
};

export interface HostedZoneSettings {
  hostedZoneId?: string | undefined;
  hostedZoneName?: string | undefined;
}

/** Why a zone does not fit a name; undefined if it does. */
export function zoneProblem(
  name: string,
  { hostedZoneId, hostedZoneName }: HostedZoneSettings,
): string | undefined {
  if ((hostedZoneId === undefined) !== (hostedZoneName === undefined)) {
    return 'must have both hostedZoneId and hostedZoneName, or neither';
  }
  if (hostedZoneName && name !== hostedZoneName && !name.endsWith(`.${hostedZoneName}`)) {
    return `must be in the zone hostedZoneName: ${name} is not in ${hostedZoneName}`;
  }
  return undefined;
}

function checkZone(
  domain: HostedZoneSettings & { name: string },
  context: z.core.$RefinementCtx,
): void {
  const message = zoneProblem(domain.name, domain);
  if (message) context.addIssue({ code: 'custom', message });
}

function certificate(region: string, example: string) {
  const pattern = new RegExp(
    `^arn:aws(-[a-z]+)*:acm:${region}:\\d{12}:certificate/[A-Za-z0-9-]{1,64}$`,
  );
  return z
    .string()
    .regex(pattern, `must be the ARN of an ACM certificate, like arn:aws:acm:${example}`);
}

/** The API's own name: `https://<name>/v1`. */
export const apiDomain = z
  .strictObject({
    name: domainName,
    /** An ACM certificate for the name. It must be issued, and be in the stack's region. */
    certificateArn: certificate('[a-z0-9-]+', 'eu-west-1:123456789012:certificate/…'),
    ...hostedZone,
    /** Whether the address that AWS gave the API still answers: callers may still use that address. */
    keepDefaultAddress: z.boolean().default(true),
  })
  .superRefine(checkZone);

/** The dashboard's own name. CloudFront accepts only certificates of us-east-1, whatever the stack's region is. */
export const dashboardDomain = z
  .strictObject({
    name: domainName,
    certificateArn: certificate('us-east-1', 'us-east-1:123456789012:certificate/…'),
    ...hostedZone,
  })
  .superRefine(checkZone);

export type ApiDomainSettings = z.infer<typeof apiDomain>;
export type DashboardDomainSettings = z.infer<typeof dashboardDomain>;
