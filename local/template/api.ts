import * as z from 'zod';
import { Failure } from '../failure.ts';
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
  throttle: { ratePerSecond: number; burst: number } | undefined;
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

const restApi = z.object({
  // Keys come from the authorizer, and every body comes in base64: the gateway knows nothing else.
  ApiKeySourceType: z.literal('AUTHORIZER'),
  BinaryMediaTypes: z.tuple([z.literal('*/*')]),
});

const resource = z.object({ ParentId: z.string(), PathPart: z.string(), RestApiId: z.string() });

const method = z.object({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  RestApiId: z.string(),
  AuthorizationType: z.enum(['NONE', 'CUSTOM']),
  AuthorizerId: z.string().optional(),
  ApiKeyRequired: z.boolean().default(false),
  Integration: z.strictObject({
    Type: z.literal('AWS_PROXY'),
    IntegrationHttpMethod: z.literal('POST'),
    Uri: z.string(),
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
    TimeoutInMillis: z.int().default(29_000),
  }),
});

const authorizer = z.object({
  Type: z.literal('TOKEN'),
  AuthorizerUri: z.string(),
  IdentitySource: z.literal('method.request.header.Authorization'),
  // The gateway remembers no answer: a revoked key must stop with the next request.
  AuthorizerResultTtlInSeconds: z.literal(0),
  RestApiId: z.string(),
});

const stage = z.object({
  StageName: z.string(),
  RestApiId: z.string(),
  MethodSettings: z
    .array(
      z.object({
        ResourcePath: z.string(),
        HttpMethod: z.string(),
        ThrottlingRateLimit: z.number().optional(),
        ThrottlingBurstLimit: z.int().optional(),
      }),
    )
    .default([]),
});

const gatewayResponse = z.object({
  RestApiId: z.string(),
  ResponseType: z.string(),
  StatusCode: z.coerce.number().int().optional(),
  ResponseTemplates: z.strictObject({ 'application/json': z.string() }).optional(),
  ResponseParameters: z
    .record(z.templateLiteral(['gatewayresponse.header.', z.string()]), z.string())
    .default({}),
});

type Stage = z.output<typeof stage>;

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
  const resources = template.read({ type: 'AWS::ApiGateway::Resource', known: resource });
  const authorizers = template.read({
    type: 'AWS::ApiGateway::Authorizer',
    known: authorizer,
    inert: ['Name'],
  });
  const pathOf = (resourceId: string): string => {
    const found = resources.get(resourceId);
    if (!found) return resourceId === `${apiId}/` ? '' : fail(`a resource ${resourceId}`);
    return `${pathOf(found.ParentId)}/${found.PathPart}`;
  };
  const methods = template.read({
    type: 'AWS::ApiGateway::Method',
    known: method,
    inert: ['MethodResponses', 'OperationName'],
  });
  return [...methods.values()].map((properties) => {
    const path = pathOf(properties.ResourceId) || '/';
    const { AuthorizationType, AuthorizerId = '', HttpMethod, Integration } = properties;
    const found = authorizers.get(AuthorizerId);
    return {
      path,
      httpMethod: HttpMethod,
      apiKeyRequired: properties.ApiKeyRequired,
      functionArn: functionOf(Integration.Uri),
      authorizerArn:
        AuthorizationType === 'NONE'
          ? undefined
          : functionOf(found?.AuthorizerUri ?? fail(`an authorizer ${AuthorizerId}`)),
      throttle: throttleOf(path, HttpMethod, MethodSettings),
      timeoutMs: Integration.TimeoutInMillis,
    };
  });
}

/** The most exact of the stage's settings counts; `/*` and `*` stand for all. */
function throttleOf(path: string, httpMethod: string, settings: Stage['MethodSettings']) {
  const matching = settings
    .filter(({ ResourcePath: of }) => of === '/*' || settingsPath(of) === path)
    .filter(({ HttpMethod: of }) => of === '*' || of === httpMethod)
    .sort((one, other) => exactness(other) - exactness(one));
  const { ThrottlingRateLimit: ratePerSecond, ThrottlingBurstLimit: burst } = matching[0] ?? {};
  return ratePerSecond === undefined || burst === undefined ? undefined : { ratePerSecond, burst };
}

function exactness({ ResourcePath, HttpMethod }: Stage['MethodSettings'][number]): number {
  return (ResourcePath === '/*' ? 0 : 2) + (HttpMethod === '*' ? 0 : 1);
}

/** A setting writes the slashes below the root as `~1`. */
function settingsPath(path: string): string {
  return path.replace(/^\/~1/, '/').replaceAll('~1', '/');
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
