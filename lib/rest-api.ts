import { Duration, Stack } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  AuthorizationType,
  RestApi as CdkRestApi,
  EndpointType,
  type IResource,
  LambdaIntegration,
  type MethodDeploymentOptions,
  TokenAuthorizer,
  type UsagePlan,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import * as env from '../shared/env.ts';
import { type Plan, plans } from '../shared/plans.ts';
import { type BodyOf, gatewayResponses } from './gateway-responses.ts';
import { apiVersion, type Endpoint, routes } from './routes.ts';
import type { Throttle } from './settings/traffic-settings.ts';

export interface CallersApiProps {
  authorizer: IFunction;
  /** Answers every unknown route and method. */
  notFound: IFunction;
  endpoints: Record<Endpoint, IFunction>;
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
export const withoutKey = { throttlingRateLimit: 100, throttlingBurstLimit: 200 };

/** The API: the authorizer and a usage plan protect each route of the spec, and all other routes answer 404. */
export class RestApi extends Construct {
  readonly api: CdkRestApi;
  readonly usagePlans: Record<Plan, UsagePlan>;
  private readonly authorizer: TokenAuthorizer;

  constructor(scope: Construct, id: string, props: RestApiProps) {
    super(scope, id);
    const root = props.basePath ? `/${props.basePath}` : '';
    this.api = callersApi(this, {
      stageName: apiVersion,
      methodOptions: throttles(root, props.throttle),
      keepDefaultAddress: props.keepDefaultAddress,
      bodyOf: (_, error) => ({ error }),
    });
    this.authorizer = this.tokenAuthorizer(props.authorizer);
    this.addRoutes(props);
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

  /** API Gateway does not cache the authorizer's answers: a cached answer would keep a revoked key working. */
  private tokenAuthorizer(handler: IFunction): TokenAuthorizer {
    const resultsCacheTtl = Duration.seconds(0);
    const authorizer = new TokenAuthorizer(this, 'Authorizer', { handler, resultsCacheTtl });
    // CDK's hash of the deployment ignores the authorizer, so the stage would keep an old one.
    this.api.latestDeployment?.addToLogicalId({ authorizer: 'TOKEN', ttl: 0 });
    return authorizer;
  }

  private addRoutes({ basePath, endpoints, notFound }: RestApiProps): void {
    const answerNotFound = answerWithoutKey(notFound);
    const base = basePath ? this.api.root.addResource(basePath) : this.api.root;
    for (const [name, { path }] of Object.entries(routes)) {
      const resource = base.addResource(path);
      resource.addMethod('POST', integration(endpoints[name as Endpoint]), {
        ...needsKey,
        authorizer: this.authorizer,
      });
      answerNotFound(resource);
    }
    answerNotFound(this.api.root);
    answerNotFound(this.api.root.addResource('{proxy+}'));
    if (basePath) {
      answerNotFound(base);
      answerNotFound(base.addResource('{proxy+}'));
    }
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

/** Throttles for all routes: a usage plan counts only requests with a key. */
function throttles(base: string, throttle: Throttle) {
  return Object.fromEntries([
    ...unkeyedPaths(base).map((path) => [`${path}/ANY`, withoutKey]),
    ...Object.values(routes).map(({ path }) => [`${base}/${path}/POST`, withKey(throttle)]),
  ]);
}

export const withKey = ({ requestsPerSecond, burst }: Throttle) => ({
  throttlingRateLimit: requestsPerSecond,
  throttlingBurstLimit: burst,
});

function unkeyedPaths(base: string): string[] {
  const paths = ['/', '/{proxy+}', ...Object.values(routes).map(({ path }) => `${base}/${path}`)];
  return base ? [...paths, base, `${base}/{proxy+}`] : paths;
}

interface CallersApi {
  stageName: string;
  methodOptions: Record<string, MethodDeploymentOptions>;
  keepDefaultAddress: boolean;
  /** The bodies of the gateway's own answers. */
  bodyOf: BodyOf;
  /** Tells the APIs apart in the console. */
  description?: string;
}

/** An API for callers with keys, which the authorizer reads and the usage plans count. */
export function callersApi(
  scope: Construct,
  { stageName, methodOptions, keepDefaultAddress, bodyOf, ...described }: CallersApi,
): CdkRestApi {
  const api = new CdkRestApi(scope, 'Api', {
    // The same for both APIs: CloudWatch adds up the metrics of APIs with the same name, so one alarm covers both.
    restApiName: Stack.of(scope).stackName,
    ...described,
    deployOptions: { stageName, methodOptions },
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
  return api;
}

/** Where callers send their requests, without a slash at the end. */
export const addressOf = (api: CdkRestApi) => api.url.replace(/\/$/, '');

/** The options of a method that the authorizer and a usage plan protect. */
export const needsKey = {
  authorizationType: AuthorizationType.CUSTOM,
  apiKeyRequired: true,
} as const;

/** Adds to a resource that a function answers each method without its own route, for everyone. */
export function answerWithoutKey(fn: IFunction): (resource: IResource) => void {
  const anythingElse = integration(fn);
  return (resource) =>
    resource.addMethod('ANY', anythingElse, { authorizationType: AuthorizationType.NONE });
}

/** Calls a function, without the second permission that CDK adds for the console's test button. */
export function integration(fn: IFunction): LambdaIntegration {
  return new LambdaIntegration(fn, { allowTestInvoke: false });
}
