import * as z from 'zod';

/**
 * The properties of the page's resources that the local run knows. What has no effect on this
 * machine is named all the same: anything else stops the start.
 */

const inert = z.unknown().optional();

const behaviour = z.strictObject({
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  FunctionAssociations: z
    .array(
      z.strictObject({
        EventType: z.enum(['viewer-request', 'viewer-response']),
        FunctionARN: z.string(),
      }),
    )
    .default([]),
  // Nothing is remembered here, nothing packed, and there is no TLS.
  CachePolicyId: inert,
  Compress: inert,
  OriginRequestPolicyId: inert,
  ViewerProtocolPolicy: inert,
});

export const distribution = z.object({
  DistributionConfig: z.strictObject({
    /** Names of its own; the first is the one that the stack means. */
    Aliases: z.array(z.string()).default([]),
    CacheBehaviors: z
      .array(z.strictObject({ ...behaviour.shape, PathPattern: z.string() }))
      .default([]),
    // Nothing is remembered here, no error either; a page in the place of one is not known.
    CustomErrorResponses: z
      .array(z.strictObject({ ErrorCode: z.int(), ErrorCachingMinTTL: z.literal(0) }))
      .optional(),
    DefaultCacheBehavior: behaviour,
    DefaultRootObject: z.string(),
    Enabled: z.literal(true),
    Origins: z.array(
      z.strictObject({
        Id: z.string(),
        DomainName: z.string(),
        CustomOriginConfig: inert,
        OriginAccessControlId: inert,
        S3OriginConfig: inert,
      }),
    ),
    Comment: inert,
    HttpVersion: inert,
    IPV6Enabled: inert,
    PriceClass: inert,
    ViewerCertificate: inert,
  }),
});

export const edgeFunction = z.object({
  FunctionCode: z.string(),
  FunctionConfig: z.strictObject({
    Comment: inert,
    Runtime: z.literal('cloudfront-js-2.0'),
  }),
});

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

export const bucketPolicy = z.object({
  Bucket: z.string(),
  PolicyDocument: z.object({
    Statement: z.array(
      z.object({
        Effect: z.enum(['Allow', 'Deny']),
        Action: oneOrMore,
        Principal: z.object({ Service: oneOrMore.default([]) }),
      }),
    ),
  }),
});

export const upload = z.object({
  DestinationBucketName: z.string(),
  SourceObjectKeys: z.array(z.string()),
});

export type BehaviourProperties = z.output<typeof behaviour>;
