import { Duration, Stack } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  AuthorizationType,
  type Authorizer,
  RestApi as CdkRestApi,
  type CfnAuthorizer,
  EndpointType,
  LambdaIntegration,
  TokenAuthorizer,
  type UsagePlan,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import * as env from '../shared/env.ts';
import { type Plan, plans } from '../shared/plans.ts';
import { type BodyOf, gatewayResponses } from './gateway-responses.ts';
import { apiRoutes, type CallersRoutes, type EndpointFunction } from './routes.ts';
import type { Throttle } from './settings/traffic-settings.ts';

export interface CallersApiProps {
  /** `NotFound` answers every unknown route and method. */
  functions: Record<'Authorizer' | 'NotFound' | EndpointFunction, IFunction>;
  /** Whether AWS's own address of the API answers; a deployment without it needs a domain. */
  keepDefaultAddress: boolean;
  /** The rate limit of each route of the spec for all callers together, in addition to the plan of each account. */
  throttle: Throttle;
}

export interface RestApiProps extends CallersApiProps {
  /** The name of a resource above the routes, for sam local, which does not serve the stage's prefix. */
  basePath: string | undefined;
}

/** The limits of the routes that need no key, for all callers together: requests a second, and the burst. */
const withoutKey = { throttlingRateLimit: 100, throttlingBurstLimit: 200 };

/** The API: the authorizer and a usage plan protect each route of the spec, and all other routes answer 404. */
export class RestApi extends Construct {
  readonly api: CdkRestApi;
  readonly usagePlans: Record<Plan, UsagePlan>;

  constructor(scope: Construct, id: string, { basePath, ...props }: RestApiProps) {
    super(scope, id);
    const authorizer = new TokenAuthorizer(
      this,
      'Authorizer',
      uncached(props.functions.Authorizer),
    );
    this.api = callersApi(this, apiRoutes(basePath), props, {
      authorizers: { others: authorizer },
      bodyOf: (_, error) => ({ error }),
    });
    this.usagePlans = {
      free: this.addPlan('free'),
      pro: this.addPlan('pro'),
      team: this.addPlan('team'),
    };
  }

  /** Counts the requests of another API against the same plans, so that a caller has one rate for both. */
  planFor(api: CdkRestApi): void {
    for (const plan of Object.values(this.usagePlans)) {
      plan.addApiStage({ api, stage: api.deploymentStage });
    }
  }

  /** Lets a function read how many requests the gateway has counted. */
  grantReadUsage(fn: LambdaFunction): void {
    const { partition, region } = Stack.of(this);
    const resources = Object.values(this.usagePlans).map(
      // ARNs of API Gateway have no account id.
      (plan) => `arn:${partition}:apigateway:${region}::/usageplans/${plan.usagePlanId}/usage`,
    );
    fn.addToRolePolicy(new PolicyStatement({ actions: ['apigateway:GET'], resources }));
    fn.addEnvironment(env.usagePlanFree, this.usagePlans.free.usagePlanId);
    fn.addEnvironment(env.usagePlanPro, this.usagePlans.pro.usagePlanId);
    fn.addEnvironment(env.usagePlanTeam, this.usagePlans.team.usagePlanId);
  }

  /** Sets N requests a minute as N/60 a second with a burst of N: API Gateway never refuses a caller within its N. */
  private addPlan(plan: Plan): UsagePlan {
    const { requestsPerMinute } = plans[plan];
    return this.api.addUsagePlan(`Plan-${plan}`, {
      throttle: { rateLimit: requestsPerMinute / 60, burstLimit: requestsPerMinute },
      apiStages: [{ api: this.api, stage: this.api.deploymentStage }],
    });
  }
}

/** API Gateway does not cache the authorizer's answers: a cached answer would keep a revoked key working. */
export const uncached = (handler: IFunction) => ({ handler, resultsCacheTtl: Duration.seconds(0) });

interface Shape {
  /** By the first part of a path. */
  authorizers: Record<string, Authorizer> & { others: Authorizer };
  /** The bodies of the gateway's own answers. */
  bodyOf: BodyOf;
  /** Tells the APIs apart in the console. */
  description?: string;
}

/** An API for callers with keys, which the authorizers read and the usage plans count. */
export function callersApi(
  scope: Construct,
  { stage: stageName, keyed, open }: CallersRoutes,
  { functions, throttle, keepDefaultAddress }: CallersApiProps,
  { authorizers, bodyOf, ...described }: Shape,
): CdkRestApi {
  const withKey = {
    throttlingRateLimit: throttle.requestsPerSecond,
    throttlingBurstLimit: throttle.burst,
  };
  const api = new CdkRestApi(scope, 'Api', {
    // The same for both APIs: CloudWatch adds up the metrics of APIs with the same name, so one alarm covers both.
    restApiName: Stack.of(scope).stackName,
    ...described,
    deployOptions: {
      stageName,
      // A usage plan counts only requests with a key.
      methodOptions: Object.fromEntries([
        ...open.map((path) => [`${path}/ANY`, withoutKey]),
        ...keyed.map(({ method, path }) => [`${path}/${method}`, withKey]),
      ]),
    },
    endpointTypes: [EndpointType.REGIONAL],
    apiKeySourceType: ApiKeySourceType.AUTHORIZER,
    // A function sees the bytes unchanged, and can distinguish invalid UTF-8 from U+FFFD.
    binaryMediaTypes: ['*/*'],
    cloudWatchRole: false,
    ...(!keepDefaultAddress && { disableExecuteApiEndpoint: true }),
  });
  // Removes CDK's output: the stack has its own, without the slash at the end.
  api.node.tryRemoveChild('Endpoint');
  for (const response of gatewayResponses(bodyOf)) {
    api.addGatewayResponse(`Answer-${response.type.responseType}`, response);
  }
  for (const { method, path, fn } of keyed) {
    const [, first = ''] = path.split('/');
    api.root.resourceForPath(path).addMethod(method, integration(functions[fn]), {
      ...{ authorizationType: AuthorizationType.CUSTOM, apiKeyRequired: true },
      authorizer: authorizers[first] ?? authorizers.others,
    });
  }
  // CDK's hash of the deployment ignores authorizers, so the stage would keep old ones.
  for (const { node } of Object.values(authorizers)) {
    const {
      type,
      identitySource,
      authorizerResultTtlInSeconds: ttl,
    } = node.defaultChild as CfnAuthorizer;
    api.latestDeployment?.addToLogicalId({ type, identitySource, ttl });
  }
  const anythingElse = integration(functions.NotFound);
  const authorizationType = AuthorizationType.NONE;
  for (const path of open) {
    api.root.resourceForPath(path).addMethod('ANY', anythingElse, { authorizationType });
  }
  return api;
}

/** Where callers send their requests, without a slash at the end. */
export const addressOf = (api: CdkRestApi) => api.url.replace(/\/$/, '');

/** Calls a function, without the second permission that CDK adds for the console's test button. */
function integration(fn: IFunction): LambdaIntegration {
  return new LambdaIntegration(fn, { allowTestInvoke: false });
}
