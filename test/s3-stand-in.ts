import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './serve.ts';

/** A version of an object, or a delete marker. */
export interface StoredVersion {
  key: string;
  versionId: string;
  isMarker?: boolean;
}

/** One bucket of S3 over HTTP, with the operations that empty it. */
export interface S3StandIn {
  endpoint: string;
  /** The content of the bucket; undefined if the bucket does not exist. */
  versions: StoredVersion[] | undefined;
  tags: Readonly<Record<string, string>>;
  /** The IAM actions that its requests needed, in order. */
  actions: string[];
}

const namespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/**
 * Answers like S3 for one bucket with any name. It lists two versions a page.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html
 */
export async function startS3StandIn(tags: Readonly<Record<string, string>>): Promise<S3StandIn> {
  const standIn = { versions: [] as StoredVersion[] | undefined, tags, actions: [] as string[] };
  const { url } = await serve(async (request, response) => {
    const [status, body] = await answer(standIn, request);
    send(response, status, body);
  });
  return Object.assign(standIn, { endpoint: url });
}

type State = Pick<S3StandIn, 'versions' | 'tags' | 'actions'>;

async function answer(state: State, request: IncomingMessage): Promise<[number, string]> {
  const body = await text(request);
  const { searchParams } = new URL(request.url ?? '', 'http://s3');
  const [subresource = ''] = searchParams.keys();
  if (!state.versions) {
    return [404, '<Error><Code>NoSuchBucket</Code><Message>No such bucket</Message></Error>'];
  }
  switch (`${request.method} ${subresource}`) {
    case 'GET tagging':
      state.actions.push('s3:GetBucketTagging');
      return [200, tagging(state.tags)];
    case 'GET policy':
      state.actions.push('s3:GetBucketPolicy');
      return [200, JSON.stringify({ Version: '2012-10-17', Statement: [] })];
    case 'PUT policy':
      state.actions.push('s3:PutBucketPolicy');
      return [204, ''];
    case 'GET versions':
      state.actions.push('s3:ListBucketVersions');
      return [200, firstPage(state.versions)];
    case 'POST delete':
      state.actions.push('s3:DeleteObjectVersion');
      state.versions = remaining(state.versions, body);
      return [200, `<DeleteResult ${namespace}></DeleteResult>`];
    default:
      return [501, `<Error><Code>NotImplemented</Code><Message>${request.url}</Message></Error>`];
  }
}

function tagging(tags: State['tags']): string {
  const all = Object.entries(tags).map(
    ([key, value]) => `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`,
  );
  return `<Tagging ${namespace}><TagSet>${all.join('')}</TagSet></Tagging>`;
}

function firstPage(versions: readonly StoredVersion[]): string {
  const listed = versions.slice(0, 2).map(({ key, versionId, isMarker }) => {
    const name = isMarker ? 'DeleteMarker' : 'Version';
    return `<${name}><Key>${key}</Key><VersionId>${versionId}</VersionId></${name}>`;
  });
  const isTruncated = versions.length > 2;
  return `<ListVersionsResult ${namespace}><IsTruncated>${isTruncated}</IsTruncated>${listed.join('')}</ListVersionsResult>`;
}

function remaining(versions: readonly StoredVersion[], body: string): StoredVersion[] {
  const named = [...body.matchAll(/<Object>(.*?)<\/Object>/gs)].map(([, object = '']) =>
    ['Key', 'VersionId']
      .map((name) => new RegExp(`<${name}>(.*?)</${name}>`).exec(object)?.[1])
      .join(' '),
  );
  return versions.filter(({ key, versionId }) => !named.includes(`${key} ${versionId}`));
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
}
