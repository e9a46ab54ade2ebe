import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import mime from 'mime';
import type { EdgeResponse } from './edge-function.ts';

/** A file as S3 keeps it. */
interface StoredFile {
  body: Buffer;
  contentType: string;
}

/** An answer of the bucket, before an edge function changes it. */
export interface FileAnswer {
  response: EdgeResponse;
  body: Buffer | string;
}

/** The page's files, by whole names as in S3, so that no name leads out of the folders. Each is read when requested. */
export class PageFiles {
  private readonly paths: ReadonlyMap<string, string>;
  private readonly stored = new Map<string, StoredFile>();

  /** `made` are the files that the local run writes itself, by name. */
  constructor(folders: readonly string[], made: Readonly<Record<string, string>>) {
    this.paths = new Map(folders.flatMap(filesBelow));
    for (const [name, text] of Object.entries(made)) {
      this.stored.set(name, asStored(name, Buffer.from(text)));
    }
  }

  /** Answers GET and HEAD of a path like `/assets/index.js`. */
  answer(uri: string): FileAnswer {
    const file = this.find(decoded(uri.slice(1)));
    if (!file) return missing;
    const { body, contentType } = file;
    const headers = { 'content-type': { value: contentType } };
    return { response: { statusCode: 200, headers }, body };
  }

  private find(name: string): StoredFile | undefined {
    const path = this.paths.get(name);
    const found = this.stored.get(name);
    if (found || path === undefined) return found;
    const file = asStored(name, readFileSync(path));
    this.stored.set(name, file);
    return file;
  }
}

/**
 * CloudFront may not list the bucket, so S3 answers 403, not 404, for a missing file.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html#API_GetObject_Errors
 */
const missing: FileAnswer = {
  response: { statusCode: 403, headers: { 'content-type': { value: 'application/xml' } } },
  body: '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
};

function filesBelow(folder: string): [name: string, path: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path).split(sep).join('/'), path]);
}

function asStored(name: string, body: Buffer): StoredFile {
  return { body, contentType: mime.getType(name) ?? 'application/octet-stream' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // It is not percent-encoded: the name stays as it is.
    return text;
  }
}
