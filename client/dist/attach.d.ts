import type { Attachment } from './types.js';
export interface AttachOptions {
    /** The name after `cid:` in the HTML that shows the file. Default: the HTML does not show it. */
    cid?: string;
    /** The media type, such as `text/calendar; method=REQUEST`. Default: by the extension of the name. */
    type?: string;
}
/**
 * Makes an entry of `_attachments` from a file in memory, or from a text: `attach(new Blob([text]), 'orders.csv')`. A mail
 * has up to 10 files, and a request has up to 3 MB of them together. A larger file is an entry that names an object of a
 * bucket, `{ name, s3: 's3://bucket/key' }`: a mail has up to 20 MB together with those.
 *
 * Rejects with a `RangeError` if the file is larger than 3 MB, and with a `TypeError` if it is no file.
 */
export declare function attach(file: Blob | Uint8Array, name: string, options?: AttachOptions): Promise<Attachment>;
