export interface ListedFile {
  /** As the caller gave it. */
  name: string;
  /** The size of the file itself, before base64. */
  bytes: number;
}

/** A file of a mail as a copy lists it; never its content. */
export interface CopiedFile extends ListedFile {
  type: string;
  /** SHA-256 of the file, in hex. */
  sha256: string;
  /** The Content-ID of a file that the HTML shows; absent for any other. */
  cid?: string | undefined;
}
