/**
 * The AWS partition of a region, by the beginning of its name: `aws` for the commercial regions.
 * https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html
 */
export function partitionOf(region: string): string {
  const found = others.find(([prefix]) => region.startsWith(prefix));
  return found ? found[1] : 'aws';
}

const others = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['eusc-', 'aws-eusc'],
  ['us-iso-', 'aws-iso'],
  ['us-isob-', 'aws-iso-b'],
  ['eu-isoe-', 'aws-iso-e'],
  ['us-isof-', 'aws-iso-f'],
] as const;
