export interface StubVersion {
  key: string;
  versionId: string;
  /** Whether it is a delete marker. */
  marker?: boolean;
}

/** Buckets by name, with all versions in them. */
export type StubBuckets = Map<string, StubVersion[]>;

/** S3 lists a thousand versions a page; here a few versions already fill several pages. */
const pageSize = 2;

export interface S3Answer {
  status: number;
  type: string;
  text: string;
}

/** S3's answer to a request with the bucket in its path; null if the request is not for S3. */
export function s3Answer(
  buckets: StubBuckets,
  method: string,
  url: URL,
  body: string,
): S3Answer | null {
  const [, name = ''] = url.pathname.split('/');
  if (name === '' || name === 'v2') return null;
  const versions = buckets.get(name);
  if (!versions) return refusal(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (method === 'PUT') return xml('');
  if (method === 'POST' && url.searchParams.has('uploads')) {
    return xml(
      '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>',
    );
  }
  if (method === 'POST' && url.searchParams.has('uploadId')) {
    return xml('<CompleteMultipartUploadResult><ETag>1</ETag></CompleteMultipartUploadResult>');
  }
  if (method === 'GET' && url.searchParams.has('versions')) return xml(versionsXml(versions));
  if (method === 'GET' && url.searchParams.has('location')) {
    return xml('<LocationConstraint>eu-west-1</LocationConstraint>');
  }
  if (method === 'GET' && url.searchParams.has('encryption')) {
    return refusal(404, 'ServerSideEncryptionConfigurationNotFoundError', 'There is none');
  }
  if (method === 'GET' && url.searchParams.has('list-type')) {
    return xml('<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>');
  }
  if (method === 'POST' && url.searchParams.has('delete')) {
    const wanted = [...body.matchAll(/<Key>(.*?)<\/Key><VersionId>(.*?)<\/VersionId>/g)];
    const gone = new Set(wanted.map(([, key, versionId]) => `${key} ${versionId}`));
    const left = versions.filter(({ key, versionId }) => !gone.has(`${key} ${versionId}`));
    versions.splice(0, versions.length, ...left);
    return xml('<DeleteResult></DeleteResult>');
  }
  throw new Error(`The stub does not know ${method} ${url.search} of S3`);
}

function versionsXml(versions: readonly StubVersion[]): string {
  const page = versions.slice(0, pageSize);
  const last = page.at(-1);
  const more = versions.length > pageSize;
  const next = `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.versionId}</NextVersionIdMarker>`;
  const members = page.map(({ key, versionId, marker }) => {
    const name = marker ? 'DeleteMarker' : 'Version';
    return `<${name}><Key>${key}</Key><VersionId>${versionId}</VersionId></${name}>`;
  });
  return `<ListVersionsResult><IsTruncated>${more}</IsTruncated>${more ? next : ''}${members.join('')}</ListVersionsResult>`;
}

const xml = (text: string): S3Answer => ({ status: 200, type: 'application/xml', text });

const refusal = (status: number, code: string, message: string): S3Answer => ({
  status,
  type: 'application/xml',
  text: `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});
