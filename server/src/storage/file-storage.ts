import type { Readable } from 'node:stream';

/**
 * Storage for uploaded files, under names that the server generates: `<site id>/<file id>`. Every call is idempotent.
 */
export interface FileStorage {
  /** A local folder for uploads in progress. It is on the same disk as the stored files if those are local. */
  readonly incoming: string;
  /** Moves the local file into storage. Resolves once it is durable; the local file is then gone. */
  put(name: string, path: string, bytes: number): Promise<void>;
  /** Returns the content; null if there is no such file. */
  read(name: string): Promise<Readable | null>;
  /** Removes the file. A missing file is not an error. */
  remove(name: string): Promise<void>;
  /** Lists every stored name, in no particular order. */
  list(): AsyncIterable<StoredName>;
}

export interface StoredName {
  readonly name: string;
  readonly changedAt: Date;
  readonly bytes: number;
}

/** An S3 bucket, or one of a compatible server. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Address of the server; null for Amazon's own. */
  readonly endpoint: string | null;
  /** Prefix of every name, without slashes at its ends; may be empty. */
  readonly prefix: string;
  /** Null to read them from the environment, as Amazon's tools do. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** True to send the bucket in the path instead of the host name, as most servers other than Amazon's require. */
  readonly pathStyle: boolean;
}
