import { ConfigError, readChoice, readOrigin } from './read-setting.ts';
import type { S3Settings } from './storage/file-storage.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the bucket for uploaded files from PORTICO_S3_*. @throws ConfigError that never repeats a key */
export function readS3(env: Variables): S3Settings | null {
  const bucket = env.PORTICO_S3_BUCKET;
  if (!bucket) {
    const strayVariable = Object.keys(env).find((name) => name.startsWith('PORTICO_S3_') && env[name]);
    if (strayVariable) throw new ConfigError(`${strayVariable} is set without PORTICO_S3_BUCKET: name the bucket too.`);
    return null;
  }
  if (!isBucketName(bucket)) throw new ConfigError(`PORTICO_S3_BUCKET must be the name of a bucket, not "${bucket}".`);
  const prefix = env.PORTICO_S3_PREFIX ?? '';
  if (!isPrefix(prefix))
    throw new ConfigError(`PORTICO_S3_PREFIX must be like portico or sites/portico, not "${prefix}".`);
  return { bucket, prefix, ...readS3Access(env, 'PORTICO_S3_') };
}

export const isBucketName = (text: string): boolean => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text);

/** True for the prefix of the names in a bucket, without slashes at its ends; it may be empty. */
export const isPrefix = (text: string): boolean => /^$|^[\w!.*'()-]+(\/[\w!.*'()-]+)*$/.test(text);

/**
 * Reads where and how a bucket is reached, from variables that begin with `start`.
 * @throws ConfigError that never repeats a key
 */
export function readS3Access(env: Variables, start: string): Omit<S3Settings, 'bucket' | 'prefix'> {
  const [accessKeyId, secretAccessKey] = [env[`${start}ACCESS_KEY_ID`], env[`${start}SECRET_ACCESS_KEY`]];
  if (!accessKeyId !== !secretAccessKey)
    throw new ConfigError(`${start}ACCESS_KEY_ID and ${start}SECRET_ACCESS_KEY go together: set both or neither.`);
  const endpoint = readOrigin(`${start}ENDPOINT`, env[`${start}ENDPOINT`]);
  const pathStyle = readChoice(`${start}PATH_STYLE`, env[`${start}PATH_STYLE`], ['on', 'off']);
  return {
    region: env[`${start}REGION`] || 'us-east-1',
    endpoint,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    pathStyle: pathStyle === null ? endpoint !== null : pathStyle === 'on',
  };
}
