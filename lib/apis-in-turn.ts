import { CfnResource } from 'aws-cdk-lib';
import { CfnRestApi, type RestApi } from 'aws-cdk-lib/aws-apigateway';

/**
 * Makes CloudFormation create and delete two APIs one after the other, because API Gateway limits the calls of an AWS
 * account: a deployment every 5 s, a deletion of an API every 30 s. The API `later` is created first, without its
 * parts, because the page's distribution takes minutes and needs only its host; then `first`, then the parts of
 * `later`.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export function makeInTurn(first: RestApi, later: RestApi): void {
  const api = resourceOf(first);
  const stage = resourceOf(first.deploymentStage);
  const partsOfLater = (later.node.scope ?? later).node
    .findAll()
    .filter((part) => CfnResource.isCfnResource(part))
    .filter(({ cfnResourceType }) => cfnResourceType.startsWith('AWS::ApiGateway::'));
  for (const part of partsOfLater) {
    if (part instanceof CfnRestApi) api.addResourceDependency(part);
    else part.addResourceDependency(stage);
  }
}

function resourceOf({ node }: Pick<RestApi, 'node'>): CfnResource {
  const { defaultChild } = node;
  if (CfnResource.isCfnResource(defaultChild)) return defaultChild;
  throw new Error(`${node.path} is not a single CloudFormation resource`);
}
