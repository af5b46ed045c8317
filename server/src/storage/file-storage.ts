import type { Readable } from 'node:stream';

/** Storage for uploaded files, under names that the server generates: `<site id>/<file id>`. Every call may be repeated. */
export interface FileStorage {
  /** a local folder for uploads in progress, on the disk of the stored files if those are local too */
  readonly incoming: string;
  /** Moves the local file into storage; resolves once it is durable. The local file is then gone. */
  put(name: string, path: string, bytes: number): Promise<void>;
  /** Returns null if there is no such file. */
  read(name: string): Promise<Readable | null>;
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>;
  /** Lists every stored name, unordered. */
  list(): AsyncIterable<{ readonly name: string; readonly changedAt: Date }>;
}

/** An S3 bucket, or one of a compatible server. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** null for Amazon's own */
  readonly endpoint: string | null;
  /** prefix of every name, without slashes at its ends; may be empty */
  readonly prefix: string;
  /** null to read them from the environment, as Amazon's tools do */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** bucket in the path instead of the host name, as most servers other than Amazon's require */
  readonly pathStyle: boolean;
}
