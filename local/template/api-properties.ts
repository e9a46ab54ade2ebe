import * as z from 'zod';

/** The properties that the local gateway knows. Any value other than a literal of the schema stops the start. */

export const restApi = z.object({
  // An API without keys has none. The gateway takes a key only from the authorizer.
  ApiKeySourceType: z.literal('AUTHORIZER').optional(),
  // The gateway passes every body on in base64.
  BinaryMediaTypes: z.tuple([z.literal('*/*')]),
});

export const resource = z.object({
  ParentId: z.string(),
  PathPart: z.string(),
  RestApiId: z.string(),
});

export const method = z.object({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  RestApiId: z.string(),
  AuthorizationType: z.enum(['NONE', 'CUSTOM', 'COGNITO_USER_POOLS']),
  AuthorizerId: z.string().optional(),
  AuthorizationScopes: z.array(z.string()).default([]),
  ApiKeyRequired: z.boolean().default(false),
  Integration: z.strictObject({
    Type: z.literal('AWS_PROXY'),
    IntegrationHttpMethod: z.literal('POST'),
    Uri: z.string(),
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
    TimeoutInMillis: z.int().default(29_000),
  }),
});

const identitySource = z.literal('method.request.header.Authorization');

export const authorizer = z.discriminatedUnion('Type', [
  z.strictObject({
    Type: z.enum(['TOKEN', 'REQUEST']),
    AuthorizerUri: z.string(),
    /** Of a TOKEN authorizer. */
    IdentitySource: z.templateLiteral(['method.request.header.', z.string()]).optional(),
    // The gateway caches no answer: a revoked key must stop with the next request.
    AuthorizerResultTtlInSeconds: z.literal(0),
    RestApiId: z.string(),
  }),
  z.strictObject({
    Type: z.literal('COGNITO_USER_POOLS'),
    ProviderARNs: z.array(z.string()),
    IdentitySource: identitySource,
    // Caching changes nothing: the authorizer checks only the token's signature and expiry.
    AuthorizerResultTtlInSeconds: z.number().optional(),
    RestApiId: z.string(),
  }),
]);

export const stage = z.object({
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

export const gatewayResponse = z.object({
  RestApiId: z.string(),
  ResponseType: z.string(),
  StatusCode: z.coerce.number().int().optional(),
  ResponseTemplates: z.strictObject({ 'application/json': z.string() }).optional(),
  ResponseParameters: z
    .record(z.templateLiteral(['gatewayresponse.header.', z.string()]), z.string())
    .default({}),
});

export type Stage = z.output<typeof stage>;
export type MethodProperties = z.output<typeof method>;
export type AuthorizerProperties = z.output<typeof authorizer>;
