import type { CfnStage, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/**
 * Makes X-Ray trace requests through the gateway and the functions. A trace does not show the calls that a function
 * makes: for this, every bundle would need the SDK's tracing.
 */
export function trace(apis: readonly RestApi[], functions: readonly LambdaFunction[]): void {
  for (const { deploymentStage } of apis) {
    const stage = deploymentStage.node.defaultChild as CfnStage;
    stage.tracingEnabled = true;
  }
  for (const fn of functions) {
    const properties = fn.node.defaultChild as CfnFunction;
    properties.tracingConfig = { mode: 'Active' };
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
        // X-Ray has no resources that a policy could name for these two actions.
        resources: ['*'],
      }),
    );
  }
}
