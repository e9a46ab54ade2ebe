import { CfnResource, Duration, Stack } from 'aws-cdk-lib';
import {
  AuthorizationType,
  CfnRestApi,
  CognitoUserPoolsAuthorizer,
  EndpointType,
  LambdaIntegration,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { manageBase } from '../functions/manage/contracts/common.ts';
import { problemResponses } from './gateway-responses.ts';

/** The scope that an access token must have: an ID token has no scope, so API Gateway refuses it. */
export const scope = 'openid';

/** `/manage/v1`: the stage, and the one resource below it. */
const [, stageName = '', version = ''] = manageBase.split('/');

/** Requests a second of all dashboards together, and the burst: a page sends a handful at once. */
const throttle = { throttlingRateLimit: 50, throttlingBurstLimit: 100 };

export interface ManageApiProps {
  /** See `RestApiProps.basePath`. With a base path, `/manage` is a resource above the routes, not a stage. */
  basePath: string | undefined;
}

/** The dashboard's API, separate because its callers are signed-in users. One function answers all routes. */
export class ManageApi extends Construct {
  readonly api: RestApi;
  private readonly basePath: string | undefined;

  constructor(scope: Construct, id: string, { basePath }: ManageApiProps) {
    super(scope, id);
    this.basePath = basePath && stageName;
    this.api = new RestApi(this, 'Api', {
      restApiName: `${Stack.of(this).stackName}-dashboard`,
      deployOptions: {
        stageName,
        methodOptions: { [`${this.root}/{proxy+}/ANY`]: throttle },
      },
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: ['*/*'],
      cloudWatchRole: false,
    });
    this.api.node.tryRemoveChild('Endpoint');
    for (const response of problemResponses) {
      this.api.addGatewayResponse(`Answer-${response.type.responseType}`, response);
    }
  }

  /** The API's host, to which CloudFront sends requests. At both hosts the path begins with the stage's name. */
  get host(): string {
    const { region, urlSuffix } = Stack.of(this);
    return `${this.api.restApiId}.execute-api.${region}.${urlSuffix}`;
  }

  /** Adds every route for the users of the pool. The function finds out which account a user has. */
  serve(fn: IFunction, pool: IUserPool): void {
    const authorizer = new CognitoUserPoolsAuthorizer(this, 'Authorizer', {
      cognitoUserPools: [pool],
      // API Gateway does not check revocation: an access token stays valid for up to 30 minutes after a sign-out. The
      // function reads the table of users at every request, and refuses a removed user at once.
      resultsCacheTtl: Duration.seconds(0),
    });
    // CDK's hash of the deployment ignores the authorizer, so the stage would keep an old one.
    this.api.latestDeployment?.addToLogicalId({ authorizer: 'COGNITO_USER_POOLS', ttl: 0 });
    this.api.root
      .resourceForPath(`${this.root}/{proxy+}`)
      .addMethod('ANY', new LambdaIntegration(fn, { allowTestInvoke: false }), {
        authorizer,
        authorizationType: AuthorizationType.COGNITO,
        authorizationScopes: [scope],
      });
  }

  private get root(): string {
    return this.basePath ? `/${this.basePath}/${version}` : `/${version}`;
  }
}

/**
 * Creates and deletes two APIs in turn: an AWS account may deploy every 5 s, and delete an API every 30 s.
 * With `before`, `later` is created before that API, but without its parts, because the page's distribution takes
 * minutes and needs only its host. https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export function makeInTurn(first: RestApi, later: RestApi, before?: RestApi): void {
  const stage = resourceOf(first.deploymentStage);
  const partsOfLater = (later.node.scope ?? later).node
    .findAll()
    .filter((part) => CfnResource.isCfnResource(part))
    .filter(({ cfnResourceType }) => cfnResourceType.startsWith('AWS::ApiGateway::'));
  for (const part of partsOfLater) {
    if (before && part instanceof CfnRestApi) resourceOf(before).addResourceDependency(part);
    else part.addResourceDependency(stage);
  }
}

function resourceOf({ node }: Pick<RestApi, 'node'>): CfnResource {
  const { defaultChild } = node;
  if (CfnResource.isCfnResource(defaultChild)) return defaultChild;
  throw new Error(`${node.path} is not a single CloudFormation resource`);
}
