import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import mime from 'mime';
import type { EdgeResponse } from './edge-function.ts';

/** A file as S3 keeps it. */
interface StoredFile {
  body: Buffer;
  contentType: string;
  /** In quotes: S3's own is the MD5 of the content. */
  etag: string;
}

/** An answer of the bucket, before an edge function has seen it. */
export interface FileAnswer {
  response: EdgeResponse;
  body: Buffer | string;
}

export interface PageFilesOptions {
  folders: readonly string[];
  /** Whether a file that is not there is a 404; else it is a 403, as to one who may not list. */
  mayList: boolean;
  /** Files that are made here, by name. */
  made: Readonly<Record<string, string>>;
}

/**
 * The page's files, as a bucket has them: a name is a name and no path, so none leads out of it. Read
 * when first asked for.
 */
export class PageFiles {
  private readonly options: PageFilesOptions;
  private readonly paths: ReadonlyMap<string, string>;
  private readonly stored = new Map<string, StoredFile>();

  constructor(options: PageFilesOptions) {
    this.options = options;
    this.paths = new Map(options.folders.flatMap(filesBelow));
    for (const [name, text] of Object.entries(options.made)) {
      this.stored.set(name, asStored(name, Buffer.from(text)));
    }
  }

  /** Answers GET and HEAD of a path like `/assets/index.js`. */
  answer(uri: string, ifNoneMatch: string | undefined): FileAnswer {
    const file = this.find(decoded(uri.slice(1)));
    if (!file) return this.missing();
    const { body, contentType, etag } = file;
    const headers = { etag: { value: etag }, 'accept-ranges': { value: 'bytes' } };
    if (isKnown(etag, ifNoneMatch)) return { response: { statusCode: 304, headers }, body: '' };
    const typed = { 'content-type': { value: contentType }, ...headers };
    return { response: { statusCode: 200, headers: typed }, body };
  }

  private find(name: string): StoredFile | undefined {
    const path = this.paths.get(name);
    const found = this.stored.get(name);
    if (found || path === undefined) return found;
    const file = asStored(name, readFileSync(path));
    this.stored.set(name, file);
    return file;
  }

  /** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList */
  private missing(): FileAnswer {
    const [statusCode, code, message] = this.options.mayList
      ? [404, 'NoSuchKey', 'The specified key does not exist.']
      : [403, 'AccessDenied', 'Access Denied'];
    const headers = { 'content-type': { value: 'application/xml' } };
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
    return { response: { statusCode, headers }, body };
  }
}

function filesBelow(folder: string): [name: string, path: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path).split(sep).join('/'), path]);
}

function asStored(name: string, body: Buffer): StoredFile {
  return {
    body,
    contentType: mime.getType(name) ?? 'application/octet-stream',
    etag: `"${createHash('md5').update(body).digest('hex')}"`,
  };
}

/** Whether `If-None-Match` names the file as it is (RFC 9110 §13.1.2). */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return known.includes(etag) || known.includes('*');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded after all: the name is what it looks like.
    return text;
  }
}
