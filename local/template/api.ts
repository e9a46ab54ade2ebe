import { Failure } from '../failure.ts';
import type { Rate } from '../gateway/token-bucket.ts';
import {
  authorizer,
  gatewayResponse,
  method,
  resource,
  restApi,
  type Stage,
  stage,
} from './api-properties.ts';
import { throttleOf } from './stage-throttle.ts';
import type { Template } from './template.ts';

/** The REST API of the stack, as its template says it. */
export interface Api {
  id: string;
  stage: string;
  methods: Method[];
  gatewayResponses: GatewayResponse[];
}

/** One route: a method of a resource. */
export interface Method {
  /** Of the resource: `/`, `/render`, `/{proxy+}`. */
  path: string;
  /** `POST`, or `ANY` for all that the resource does not have. */
  httpMethod: string;
  apiKeyRequired: boolean;
  /** The ARN of the function that answers. */
  functionArn: string;
  /** The ARN of the function that is asked before, with the caller's token. */
  authorizerArn: string | undefined;
  /** The stage's throttle for this method, all callers together. */
  throttle: Rate | undefined;
  /** How long the gateway waits for the function. */
  timeoutMs: number;
}

/** What the gateway answers by itself in one case, or, for DEFAULT_4XX and _5XX, in all others. */
export interface GatewayResponse {
  type: string;
  /** Undefined: the status that AWS gives. */
  status: number | undefined;
  template: string | undefined;
  /** Header name to `'a literal'` or `context.variable`. */
  headers: Record<string, string>;
}

/** Reads the one REST API. Throws a `Failure` for what the local gateway does not know. */
export function readApi(template: Template): Api {
  const id = only(
    'REST API',
    template.read({
      type: 'AWS::ApiGateway::RestApi',
      known: restApi,
      inert: ['Description', 'DisableExecuteApiEndpoint', 'EndpointConfiguration', 'Name', 'Tags'],
    }),
  )[0];
  const [, liveStage] = only(
    'stage',
    template.read({
      type: 'AWS::ApiGateway::Stage',
      known: stage,
      inert: ['AccessLogSetting', 'DeploymentId', 'Description', 'Tags', 'TracingEnabled'],
    }),
  );
  return {
    id,
    stage: liveStage.StageName,
    methods: readMethods(template, id, liveStage),
    gatewayResponses: readGatewayResponses(template),
  };
}

function readMethods(template: Template, apiId: string, { MethodSettings }: Stage): Method[] {
  const pathOf = readPaths(template, apiId);
  const authorizerOf = readAuthorizers(template);
  const methods = template.read({
    type: 'AWS::ApiGateway::Method',
    known: method,
    inert: ['MethodResponses', 'OperationName'],
  });
  return [...methods.values()].map((properties) => {
    const { AuthorizationType, AuthorizerId = '', HttpMethod, Integration } = properties;
    const path = pathOf(properties.ResourceId) || '/';
    return {
      path,
      httpMethod: HttpMethod,
      apiKeyRequired: properties.ApiKeyRequired,
      functionArn: functionOf(Integration.Uri),
      authorizerArn: AuthorizationType === 'NONE' ? undefined : authorizerOf(AuthorizerId),
      throttle: throttleOf(path, HttpMethod, MethodSettings),
      timeoutMs: Integration.TimeoutInMillis,
    };
  });
}

/** Resource id to path; the root's is empty. */
function readPaths(template: Template, apiId: string): (resourceId: string) => string {
  const resources = template.read({ type: 'AWS::ApiGateway::Resource', known: resource });
  const pathOf = (resourceId: string): string => {
    const found = resources.get(resourceId);
    if (found) return `${pathOf(found.ParentId)}/${found.PathPart}`;
    return resourceId === `${apiId}/` ? '' : fail(`a resource ${resourceId}`);
  };
  return pathOf;
}

/** Authorizer id to the ARN of its function. */
function readAuthorizers(template: Template): (authorizerId: string) => string {
  const authorizers = template.read({
    type: 'AWS::ApiGateway::Authorizer',
    known: authorizer,
    inert: ['Name'],
  });
  return (id) => functionOf(authorizers.get(id)?.AuthorizerUri ?? fail(`an authorizer ${id}`));
}

function readGatewayResponses(template: Template): GatewayResponse[] {
  const responses = template.read({
    type: 'AWS::ApiGateway::GatewayResponse',
    known: gatewayResponse,
  });
  return [...responses.values()].map((properties) => ({
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

/** `arn:aws:apigateway:…:lambda:path/2015-03-31/functions/<ARN>/invocations` names a function. */
function functionOf(uri: string): string {
  return /\/functions\/(arn:[^/]+)\/invocations$/.exec(uri)?.[1] ?? fail(`an integration ${uri}`);
}

function only<T>(what: string, found: Map<string, T>): [string, T] {
  const [first, ...others] = found;
  if (first && others.length === 0) return first;
  throw new Failure(`The stack must have one ${what} to run locally; it has ${found.size}.`);
}

function fail(what: string): never {
  throw new Failure(`The stack refers to ${what}, which it does not have.`);
}
