import * as z from 'zod';
import { Failure } from '../failure.ts';
import type { Assembly } from './assembly.ts';
import { region } from './names.ts';
import {
  type BehaviourProperties,
  bucketPolicy,
  distribution,
  edgeFunction,
  upload,
} from './site-properties.ts';
import type { Template } from './template.ts';

/** The page at its address: files and the interface, as CloudFront would put them together. */
export interface Site {
  /** The address that the stack believes the page to have: a name of its own, or `https://….cloudfront.net`. */
  url: string;
  /** The first whose pattern fits a path counts; the last fits all. */
  behaviours: Behaviour[];
  /** The file for `/`. */
  rootObject: string;
  /** The folders of the files; of two files of one name the later counts. */
  folders: string[];
  /** Whether S3 says that a file is not there, instead of that it may not be read. */
  mayList: boolean;
}

/** What becomes of the paths that fit a pattern. */
export interface Behaviour {
  pattern: string;
  /** Who answers: the page's files or the interface behind it. */
  origin: 'files' | 'manage';
  methods: readonly string[];
  /** Code of CloudFront Functions: before the origin is asked, and after it has answered. */
  viewerRequest: string | undefined;
  viewerResponse: string | undefined;
}

/**
 * Reads the one distribution, if there is one. Throws a `Failure` for what the local run does not
 * know: an origin that is neither the stack's bucket nor its interface, for instance.
 */
export function readSite({ template, assetFolder }: Assembly, manageApiId: string): Site {
  const found = [
    ...template.read({
      type: 'AWS::CloudFront::Distribution',
      known: distribution,
      inert: ['Tags'],
    }),
  ];
  const [first] = found;
  if (!first || found.length > 1) {
    throw new Failure(
      `The stack must have one distribution to run locally; it has ${found.length}.`,
    );
  }
  const [id, { DistributionConfig: config }] = first;
  const buckets = readBuckets(template);
  const files = config.Origins.find(({ DomainName }) => buckets.has(DomainName));
  const bucket = buckets.get(files?.DomainName ?? '');
  const manage = `${manageApiId}.execute-api.${region}.amazonaws.com`;
  const origins = new Map(
    config.Origins.map(({ Id, DomainName }) => [
      Id,
      buckets.has(DomainName) ? ('files' as const) : originOf(DomainName, manage),
    ]),
  );
  const codes = readEdgeFunctions(template);
  const read = (properties: BehaviourProperties, pattern: string) =>
    readBehaviour(properties, { pattern, origins, codes });
  return {
    url: `https://${config.Aliases[0] ?? template.attribute(id, 'DomainName')}`,
    behaviours: [
      ...config.CacheBehaviors.map(({ PathPattern, ...rest }) => read(rest, PathPattern)),
      read(config.DefaultCacheBehavior, '*'),
    ],
    rootObject: config.DefaultRootObject,
    folders: readUploads(template, bucket).map(assetFolder),
    mayList: mayList(template, bucket),
  };
}

function originOf(domainName: string, manage: string): 'manage' {
  if (domainName === manage) return 'manage';
  throw new Failure(`The local run does not know the origin ${domainName} of the page.`);
}

/** Domain name to the bucket's own. */
function readBuckets(template: Template): Map<string, string> {
  const buckets = template.read({
    type: 'AWS::S3::Bucket',
    known: z.object({}),
    inert: [
      'BucketEncryption',
      'OwnershipControls',
      'PublicAccessBlockConfiguration',
      'Tags',
      'VersioningConfiguration',
    ],
  });
  return new Map(
    [...buckets.keys()].map((id) => [
      template.attribute(id, 'RegionalDomainName'),
      template.physicalName(id),
    ]),
  );
}

/** The code of each edge function, by ARN. */
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

interface BehaviourParts {
  pattern: string;
  origins: ReadonlyMap<string, Behaviour['origin']>;
  codes: ReadonlyMap<string, string>;
}

function readBehaviour(
  { TargetOriginId, AllowedMethods, FunctionAssociations }: BehaviourProperties,
  { pattern, origins, codes }: BehaviourParts,
): Behaviour {
  const origin = origins.get(TargetOriginId) ?? fail(`an origin ${TargetOriginId}`);
  if (origin === 'manage' && FunctionAssociations.length > 0) {
    throw new Failure('The local run runs no edge functions around the interface of the page.');
  }
  const codeFor = (type: string) => {
    const found = FunctionAssociations.find(({ EventType }) => EventType === type)?.FunctionARN;
    return found && (codes.get(found) ?? fail(`an edge function ${found}`));
  };
  return {
    pattern,
    origin,
    methods: AllowedMethods,
    viewerRequest: codeFor('viewer-request'),
    viewerResponse: codeFor('viewer-response'),
  };
}

/** The keys of the assets that are put into a bucket, in this order. */
function readUploads(template: Template, bucket: string | undefined): string[] {
  const uploads = template.read({
    type: 'Custom::CDKBucketDeployment',
    known: upload,
    inert: [
      'OutputObjectKeys',
      'Prune',
      'RetainOnDelete',
      'ServiceToken',
      'SourceBucketNames',
      // What they would fill in is in `config.json` alone, which is made anew here.
      'SourceMarkers',
      'SourceMarkersConfig',
      'Tags',
      'WaitForDistributionInvalidation',
    ],
  });
  const into = [...uploads.values()].filter(
    ({ DestinationBucketName }) => DestinationBucketName === bucket,
  );
  return into.flatMap(({ SourceObjectKeys }) => SourceObjectKeys);
}

/**
 * S3 tells CloudFront that a file is missing only where CloudFront may list the bucket. What the
 * bucket's policy allows a deployment's functions does not count.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html#API_GetObject_Errors
 */
function mayList(template: Template, bucket: string | undefined): boolean {
  const policies = template.read({ type: 'AWS::S3::BucketPolicy', known: bucketPolicy });
  const statements = [...policies.values()]
    .filter(({ Bucket }) => Bucket === bucket)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return statements.some(
    ({ Effect, Action, Principal }) =>
      Effect === 'Allow' &&
      Action.includes('s3:ListBucket') &&
      Principal.Service.includes('cloudfront.amazonaws.com'),
  );
}

function fail(what: string): never {
  throw new Failure(`The stack refers to ${what}, which it does not have.`);
}
