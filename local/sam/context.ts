import { apiVersion } from '../../lib/routes.ts';

/** The context of CDK under which the template is one that sam local reads. */
export const samContext = {
  // It never serves the stage's own prefix.
  basePath: apiVersion,
  // Where the bundles are, and what a function is called.
  'aws:cdk:enable-asset-metadata': true,
  'aws:cdk:enable-path-metadata': true,
};
