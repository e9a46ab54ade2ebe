/** Where an object of S3 is. */
export interface ObjectPlace {
  bucket: string;
  key: string;
}

/** Why an object cannot be read. `elsewhere`: its bucket is in another region. */
export type ObjectProblem = 'missing' | 'changed' | 'elsewhere';

/** Reads objects of the buckets of this deployment. Each call throws for a fault of S3. */
export interface Objects {
  buckets: readonly string[];
  head: (place: ObjectPlace) => Promise<{ bytes: number; etag: string } | ObjectProblem>;
  get: (place: ObjectPlace, etag: string) => Promise<Uint8Array | ObjectProblem>;
}
