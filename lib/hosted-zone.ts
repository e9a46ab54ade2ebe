import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';

export interface ZoneSettings {
  hostedZoneId?: string | undefined;
  hostedZoneName?: string | undefined;
}

/** The zone that the settings name; undefined where the records are kept elsewhere. Nothing is looked up. */
export function zoneOf(
  scope: Construct,
  { hostedZoneId, hostedZoneName }: ZoneSettings,
): IHostedZone | undefined {
  if (!hostedZoneId || !hostedZoneName) return undefined;
  return HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId,
    zoneName: hostedZoneName,
  });
}
