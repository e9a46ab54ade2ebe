import { RemovalPolicy } from 'aws-cdk-lib';
import { type CfnStage, LogGroupLogDestination, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';

/**
 * The fields of a line in the access log. `requestId` is the answer's `x-request-id`. The path is the route's, because
 * a caller could write anything into the requested path.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html
 */
const fields = {
  requestId: '$context.extendedRequestId',
  time: '$context.requestTimeEpoch',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.resourcePath',
  status: '$context.status',
  bytes: '$context.responseLength',
  ms: '$context.responseLatency',
  refusal: '$context.error.responseType',
  firewall: '$context.wafResponseCode',
};

/** Makes API Gateway write a line for each request, including requests that it refuses before any function. */
export function logAccess(api: RestApi, retention: RetentionDays): void {
  const { deploymentStage } = api;
  const group = new LogGroup(api, 'AccessLogs', {
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const { destinationArn } = new LogGroupLogDestination(group).bind(deploymentStage);
  const stage = deploymentStage.node.defaultChild as CfnStage;
  stage.accessLogSetting = { destinationArn, format: JSON.stringify(fields) };
}
