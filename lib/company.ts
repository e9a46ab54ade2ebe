import { DefaultStackSynthesizer, PermissionsBoundary, type StackProps } from 'aws-cdk-lib';
import type { Settings } from './settings/settings.ts';

/**
 * What a company's platform team may demand of the whole stack: tags, a CDK bootstrap with another qualifier, and a
 * permissions boundary for every role, including the roles of the CDK's own functions. CloudFormation gives the tags of
 * a stack to the resources to which the CDK gives none.
 */
export function companyProps(settings: Settings): StackProps {
  const { tags, bootstrapQualifier: qualifier, permissionsBoundary: boundary } = settings;
  return {
    tags,
    ...(qualifier && { synthesizer: new DefaultStackSynthesizer({ qualifier }) }),
    ...(boundary && {
      permissionsBoundary: boundary.startsWith('arn:')
        ? PermissionsBoundary.fromArn(boundary)
        : PermissionsBoundary.fromName(boundary),
    }),
  };
}
