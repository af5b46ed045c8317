import type { Readable } from 'node:stream';

/** Where the bytes of uploaded files are, by names that the server makes: `<site id>/<file id>`. Safe to repeat. */
export interface FileStorage {
  /** a folder of this machine for files on their way, beside the stored ones where those are local too */
  readonly incoming: string;
  /** Takes the local file over, whole and on the disk when it resolves; the local one is gone then. */
  put(name: string, path: string, bytes: number): Promise<void>;
  /** Null where there is none. */
  read(name: string): Promise<Readable | null>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Every stored name, in no order. */
  list(): AsyncIterable<{ readonly name: string; readonly changedAt: Date }>;
}

/** An S3 bucket, or what speaks its protocol. */
export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** null: Amazon's own */
  readonly endpoint: string | null;
  /** before every name, without slashes at its ends; empty: none */
  readonly prefix: string;
  /** null: from the environment, as Amazon's own tools find them */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** bucket in the path and not in the host name, as most servers other than Amazon's want it */
  readonly pathStyle: boolean;
}
