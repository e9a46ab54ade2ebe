import * as z from 'zod';
import { Failure } from '../failure.ts';
import type { Assembly } from './assembly.ts';
import { region } from './names.ts';
import { missingInStack, type Template } from './template.ts';

/** The files of the page and the dashboard's API at one address, as CloudFront serves them. */
export interface Site {
  /** The address that the stack gives the page: its own name, or `https://….cloudfront.net`. */
  url: string;
  /** The first behaviour whose pattern fits a path applies; the last one fits every path. */
  behaviours: Behaviour[];
  /** The file for `/`. */
  rootObject: string;
  /** The folders of the files; if two of them have a file of the same name, the later folder's counts. */
  folders: string[];
}

export interface Behaviour {
  pattern: string;
  /** What answers: the page's files or the dashboard's API. */
  origin: 'files' | 'manage';
  methods: readonly string[];
  /** Code of CloudFront Functions: before the origin is asked, and after it has answered. */
  viewerRequest: string | undefined;
  viewerResponse: string | undefined;
}

/** A property without an effect on this machine. Any property that is not named stops the start. */
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
  // The local run has no cache, no compression and no TLS.
  CachePolicyId: inert,
  Compress: inert,
  OriginRequestPolicyId: inert,
  ViewerProtocolPolicy: inert,
});

const distribution = z.object({
  DistributionConfig: z.strictObject({
    /** The page's own names; the stack uses the first. */
    Aliases: z.array(z.string()).default([]),
    CacheBehaviors: z
      .array(z.strictObject({ ...behaviour.shape, PathPattern: z.string() }))
      .default([]),
    // The local run caches no errors, and supports no error pages.
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

const edgeFunction = z.object({
  FunctionCode: z.string(),
  FunctionConfig: z.strictObject({ Comment: inert, Runtime: z.literal('cloudfront-js-2.0') }),
});

const upload = z.object({ SourceObjectKeys: z.array(z.string()) });

/** Reads the stack's one distribution. Throws a `Failure` for what is not supported, such as another origin. */
export function readSite({ template, assetFolder }: Assembly, manageApiId: string): Site {
  const distributions = template.read({
    type: 'AWS::CloudFront::Distribution',
    known: distribution,
    inert: ['Tags'],
  });
  const [first] = distributions;
  if (!first || distributions.size > 1) {
    throw new Failure(
      `The stack must have one distribution to run locally; it has ${distributions.size}.`,
    );
  }
  const [id, { DistributionConfig: config }] = first;
  const origins = new Map(
    config.Origins.map(({ Id, DomainName }) => [Id, originOf(DomainName, manageApiId)]),
  );
  const codes = readEdgeFunctions(template);
  const read = (properties: z.output<typeof behaviour>, pattern: string): Behaviour => {
    const { TargetOriginId, AllowedMethods, FunctionAssociations } = properties;
    const codeFor = (type: string) => {
      const found = FunctionAssociations.find(({ EventType }) => EventType === type)?.FunctionARN;
      return found && (codes.get(found) ?? missingInStack(`an edge function ${found}`));
    };
    const origin = origins.get(TargetOriginId) ?? missingInStack(`an origin ${TargetOriginId}`);
    if (origin === 'manage' && FunctionAssociations.length > 0) {
      throw new Failure("The local run supports no edge functions for the dashboard's API.");
    }
    return {
      pattern,
      origin,
      methods: AllowedMethods,
      viewerRequest: codeFor('viewer-request'),
      viewerResponse: codeFor('viewer-response'),
    };
  };
  return {
    url: `https://${config.Aliases[0] ?? template.attribute(id, 'DomainName')}`,
    behaviours: [
      ...config.CacheBehaviors.map(({ PathPattern, ...rest }) => read(rest, PathPattern)),
      read(config.DefaultCacheBehavior, '*'),
    ],
    rootObject: config.DefaultRootObject,
    folders: readUploads(template).map(assetFolder),
  };
}

function originOf(domainName: string, manageApiId: string): Behaviour['origin'] {
  if (domainName === `${manageApiId}.execute-api.${region}.amazonaws.com`) return 'manage';
  if (domainName.endsWith(`.s3.${region}.amazonaws.com`)) return 'files';
  throw new Failure(`The local run does not support the origin ${domainName} of the page.`);
}

function readEdgeFunctions(template: Template): Map<string, string> {
  const functions = template.read({
    type: 'AWS::CloudFront::Function',
    known: edgeFunction,
    inert: ['AutoPublish', 'Name', 'Tags'],
  });
  return new Map(
    [...functions].map(([id, { FunctionCode }]) => [
      template.attribute(id, 'FunctionARN'),
      FunctionCode,
    ]),
  );
}

/** The keys of the assets that the deployment puts into the page's bucket, in this order. */
function readUploads(template: Template): string[] {
  const uploads = template.read({
    type: 'Custom::CDKBucketDeployment',
    known: upload,
    inert: [
      'DestinationBucketName',
      'OutputObjectKeys',
      'Prune',
      'RetainOnDelete',
      'ServiceToken',
      'SourceBucketNames',
      // Markers are only in `config.json`, which the local run writes itself.
      'SourceMarkers',
      'SourceMarkersConfig',
      'Tags',
      'WaitForDistributionInvalidation',
    ],
  });
  return [...uploads.values()].flatMap(({ SourceObjectKeys }) => SourceObjectKeys);
}
