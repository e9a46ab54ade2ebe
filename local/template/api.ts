import * as z from 'zod';
import { Failure } from '../failure.ts';
import type { Rate } from '../gateway/token-bucket.ts';
import {
  type AuthorizerProperties,
  authorizer,
  gatewayResponse,
  type MethodProperties,
  method,
  resource,
  restApi,
  type Stage,
  stage,
} from './api-properties.ts';
import { missingInStack, type Template } from './template.ts';

export interface Api {
  id: string;
  stage: string;
  methods: Method[];
  gatewayResponses: GatewayResponse[];
}

export interface Method {
  /** The resource's path: `/`, `/render`, `/{proxy+}`. */
  path: string;
  /** `POST`, or `ANY` for every method that the resource does not name. */
  httpMethod: string;
  apiKeyRequired: boolean;
  functionArn: string;
  authorizer: Authorizer | undefined;
  /** The stage's throttle for this method, all callers together. */
  throttle: Rate | undefined;
  timeoutMs: number;
}

export type Authorizer =
  /** A function, which gets the caller's token from this header, or without one the request without its body. */
  | { kind: 'function'; arn: string; header: string | undefined }
  /** A user pool: the caller sends its access token, with one of the scopes. */
  | { kind: 'user-pool'; scopes: string[] };

/** The gateway's own answer in one case. DEFAULT_4XX and DEFAULT_5XX are for all cases without their own. */
export interface GatewayResponse {
  type: string;
  /** If undefined, the status that AWS gives. */
  status: number | undefined;
  template: string | undefined;
  /** Header name to `'a literal'` or `context.variable`. */
  headers: Record<string, string>;
}

/** Reads the REST APIs. Throws a `Failure` if one uses something that the local gateway does not support. */
export function readApis(template: Template): Api[] {
  const apis = template.read({
    type: 'AWS::ApiGateway::RestApi',
    known: restApi,
    inert: ['Description', 'DisableExecuteApiEndpoint', 'EndpointConfiguration', 'Name', 'Tags'],
  });
  const stages = template.read({
    type: 'AWS::ApiGateway::Stage',
    known: stage,
    inert: ['AccessLogSetting', 'DeploymentId', 'Description', 'Tags', 'TracingEnabled'],
  });
  const methodsOf = methodReader(template);
  const responsesOf = gatewayResponseReader(template);
  return [...apis.keys()].map((id) => {
    const itsStage = only('stage', ofApi(id, stages));
    const methods = methodsOf(id, itsStage);
    return { id, stage: itsStage.StageName, methods, gatewayResponses: responsesOf(id) };
  });
}

function methodReader(template: Template): (apiId: string, stage: Stage) => Method[] {
  const pathOf = readPaths(template);
  const authorizers = template.read({
    type: 'AWS::ApiGateway::Authorizer',
    known: authorizer,
    inert: ['Name'],
  });
  const methods = template.read({
    type: 'AWS::ApiGateway::Method',
    known: method,
    inert: ['MethodResponses', 'OperationName'],
  });
  return (apiId, { MethodSettings }) =>
    ofApi(apiId, methods).map((properties) => {
      const { HttpMethod, Integration } = properties;
      const path = pathOf(properties.ResourceId, apiId) || '/';
      return {
        path,
        httpMethod: HttpMethod,
        apiKeyRequired: properties.ApiKeyRequired,
        functionArn: functionOf(Integration.Uri),
        authorizer: authorizerOf(properties, authorizers),
        throttle: throttleOf(path, HttpMethod, MethodSettings),
        timeoutMs: Integration.TimeoutInMillis,
      };
    });
}

function authorizerOf(
  { AuthorizationType, AuthorizerId = '', AuthorizationScopes }: MethodProperties,
  authorizers: ReadonlyMap<string, AuthorizerProperties>,
): Authorizer | undefined {
  if (AuthorizationType === 'NONE') return undefined;
  const found = authorizers.get(AuthorizerId) ?? missingInStack(`an authorizer ${AuthorizerId}`);
  if (found.Type !== 'COGNITO_USER_POOLS') {
    const header = found.IdentitySource?.replace('method.request.header.', '').toLowerCase();
    return { kind: 'function', arn: functionOf(found.AuthorizerUri), header };
  }
  // Without scopes API Gateway would also accept an ID token.
  if (AuthorizationScopes.length > 0) return { kind: 'user-pool', scopes: AuthorizationScopes };
  throw new Failure('The local run supports methods for users only with scopes.');
}

/** Returns a function that finds the path of a resource by its id. The root's path is empty. */
function readPaths(template: Template): (resourceId: string, apiId: string) => string {
  const resources = template.read({ type: 'AWS::ApiGateway::Resource', known: resource });
  const pathOf = (resourceId: string, apiId: string): string => {
    const found = resources.get(resourceId);
    if (found) return `${pathOf(found.ParentId, apiId)}/${found.PathPart}`;
    return resourceId === `${apiId}/` ? '' : missingInStack(`a resource ${resourceId}`);
  };
  return pathOf;
}

function gatewayResponseReader(template: Template): (apiId: string) => GatewayResponse[] {
  const responses = template.read({
    type: 'AWS::ApiGateway::GatewayResponse',
    known: gatewayResponse,
  });
  return (apiId) =>
    ofApi(apiId, responses).map((properties) => ({
      type: properties.ResponseType,
      status: properties.StatusCode,
      template: properties.ResponseTemplates?.['application/json'],
      headers: Object.fromEntries(
        Object.entries(properties.ResponseParameters).map(([parameter, value]) => [
          parameter.replace('gatewayresponse.header.', ''),
          value,
        ]),
      ),
    }));
}

/** A method's throttle by the most specific setting. The path `/*` fits every path, the method `*` every method. */
function throttleOf(
  path: string,
  httpMethod: string,
  settings: Stage['MethodSettings'],
): Rate | undefined {
  const [mostSpecific] = settings
    // A setting writes the slashes below the root as `~1`.
    .map((one) => ({ ...one, path: one.ResourcePath.replace(/^\/~1/, '/').replaceAll('~1', '/') }))
    .filter((one) => one.path === '/*' || one.path === path)
    .filter(({ HttpMethod }) => HttpMethod === '*' || HttpMethod === httpMethod)
    .sort((one, other) => wildcards(one) - wildcards(other));
  const { ThrottlingRateLimit: ratePerSecond, ThrottlingBurstLimit: burst } = mostSpecific ?? {};
  return ratePerSecond === undefined || burst === undefined ? undefined : { ratePerSecond, burst };
}

function wildcards({ ResourcePath, HttpMethod }: Stage['MethodSettings'][number]): number {
  return (ResourcePath === '/*' ? 2 : 0) + (HttpMethod === '*' ? 1 : 0);
}

/** The function's ARN in `arn:aws:apigateway:…:lambda:path/2015-03-31/functions/<ARN>/invocations`. */
function functionOf(uri: string): string {
  return (
    /\/functions\/(arn:[^/]+)\/invocations$/.exec(uri)?.[1] ??
    missingInStack(`an integration ${uri}`)
  );
}

function ofApi<T extends { RestApiId: string }>(apiId: string, all: ReadonlyMap<string, T>): T[] {
  return [...all.values()].filter(({ RestApiId }) => RestApiId === apiId);
}

/** Returns the only element of `found`. Throws a `Failure` if there are none or several. */
export function only<T>(what: string, found: readonly T[]): T {
  const [first, ...others] = found;
  if (first && others.length === 0) return first;
  throw new Failure(`The stack must have one ${what} to run locally; it has ${found.length}.`);
}

/** A usage plan of the stack: the rate of each key in it. */
export interface UsagePlan {
  id: string;
  name: string;
  ratePerSecond: number;
  burst: number;
}

const usagePlan = z.object({
  UsagePlanName: z.string().optional(),
  Throttle: z.object({ RateLimit: z.number().positive(), BurstLimit: z.int().positive() }),
  ApiStages: z.array(
    z.strictObject({
      ApiId: z.string(),
      Stage: z.string(),
      // Throttles for single methods. CDK writes an empty object; the local run supports nothing else.
      Throttle: z.strictObject({}).optional(),
    }),
  ),
});

export function readUsagePlans(template: Template): UsagePlan[] {
  const plans = template.read({
    type: 'AWS::ApiGateway::UsagePlan',
    known: usagePlan,
    inert: ['Description', 'Tags'],
  });
  return [...plans].map(([id, { UsagePlanName, Throttle }]) => ({
    id,
    name: UsagePlanName ?? id,
    ratePerSecond: Throttle.RateLimit,
    burst: Throttle.BurstLimit,
  }));
}
