import { CfnResource } from 'aws-cdk-lib';
import { CfnRestApi, type RestApi } from 'aws-cdk-lib/aws-apigateway';

/**
 * Makes CloudFormation create two APIs one after the other, and delete them one after the other. API Gateway limits
 * the calls of an AWS account: a deployment every 5 s, a deletion of an API every 30 s, 10 a second in all.
 *
 * CloudFormation creates the API `later` first, without its parts: the page's distribution takes minutes and needs
 * only the host of that API. Then it creates `first` with its parts, and then the parts of `later`.
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
