import { resolve } from 'node:path';
import { ConfigError, readChoice, readKey } from '../read-setting.ts';
import { isBucketName, isPrefix, readS3Access } from '../s3-settings.ts';
import type { S3Settings } from '../storage/file-storage.ts';
import type { Retention, Schedule } from './schedule.ts';

export interface BackupSettings {
  /** PORTICO_BACKUP_KEY: encrypts archives; at least 32 characters. */
  readonly key: string | null;
  /**
   * PORTICO_BACKUP_TO: a folder, or `s3://BUCKET/PREFIX` with PORTICO_BACKUP_S3_REGION, _ENDPOINT, _ACCESS_KEY_ID,
   * _SECRET_ACCESS_KEY and _PATH_STYLE, which are read like those of PORTICO_S3_*. Null: no scheduled backups.
   */
  readonly to: BackupTarget | null;
  /** PORTICO_BACKUP_SCHEDULE: `03:00` (daily, UTC; default), `6h`, `30m` or `off`. */
  readonly schedule: Schedule | null;
  /** PORTICO_BACKUP_KEEP: `14` (the newest 14; default), `30d` (those of the last 30 days), or both with a comma. */
  readonly keep: Retention;
  /** PORTICO_BACKUP_WAL=on: the embedded database can be restored to any moment; default off. */
  readonly archivesWal: boolean;
}

export type BackupTarget = { readonly folder: string } | { readonly bucket: S3Settings };

type Variables = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError with one sentence that never repeats a key */
export function readBackupSettings(env: Variables): BackupSettings {
  const key = readKey('PORTICO_BACKUP_KEY', env.PORTICO_BACKUP_KEY);
  const to = readTarget(env);
  if (to && key === null) {
    throw new ConfigError(
      'PORTICO_BACKUP_TO needs PORTICO_BACKUP_KEY, which encrypts the backups: set it to 32 or more random characters, and keep a copy elsewhere.',
    );
  }
  const archivesWal = readChoice('PORTICO_BACKUP_WAL', env.PORTICO_BACKUP_WAL, ['on', 'off']) === 'on';
  if (archivesWal && !to)
    throw new ConfigError('PORTICO_BACKUP_WAL=on needs PORTICO_BACKUP_TO: set it to a folder or bucket.');
  if (archivesWal && env.DATABASE_URL) {
    throw new ConfigError(
      'PORTICO_BACKUP_WAL is for the embedded database: with DATABASE_URL, use the tools of your PostgreSQL (docs/backups.md).',
    );
  }
  return {
    key,
    to,
    archivesWal,
    schedule: readSchedule(env.PORTICO_BACKUP_SCHEDULE),
    keep: readRetention(env.PORTICO_BACKUP_KEEP),
  };
}

function readTarget(env: Variables): BackupTarget | null {
  const text = env.PORTICO_BACKUP_TO;
  const address = text?.startsWith('s3://') ? text.slice('s3://'.length) : undefined;
  if (address === undefined) {
    const strayVariable = Object.keys(env).find((name) => name.startsWith('PORTICO_BACKUP_S3_') && env[name]);
    if (strayVariable)
      throw new ConfigError(`${strayVariable} is set without a bucket: set PORTICO_BACKUP_TO to s3://BUCKET/PREFIX.`);
    return text ? { folder: resolve(text) } : null;
  }
  const [bucket = '', ...rest] = address.replace(/\/$/, '').split('/');
  const prefix = rest.join('/');
  if (!isBucketName(bucket) || !isPrefix(prefix))
    throw new ConfigError(`PORTICO_BACKUP_TO must be a folder or like s3://bucket/prefix, not "${text}".`);
  return { bucket: { bucket, prefix, ...readS3Access(env, 'PORTICO_BACKUP_S3_') } };
}

function readSchedule(text: string | undefined): Schedule | null {
  if (text === 'off') return null;
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text || '03:00') ?? [];
  if (hours !== undefined) return { minuteOfDay: Number(hours) * 60 + Number(minutes) };
  const [, count, unit] = /^([1-9]\d{0,3})([hm])$/.exec(text ?? '') ?? [];
  if (!count)
    throw new ConfigError(
      `PORTICO_BACKUP_SCHEDULE must be a time of day in UTC like 03:00, an interval like 6h or 30m, or off, not "${text}".`,
    );
  return { everyMs: Number(count) * (unit === 'h' ? 3_600_000 : 60_000) };
}

function readRetention(text: string | undefined): Retention {
  const { count, days } =
    /^(?:(?<count>\d{1,4})(?:,|$))?(?:(?<=^|,)(?<days>\d{1,4})d)?$/.exec(text || '14')?.groups ?? {};
  if (!(Number(count ?? 0) + Number(days ?? 0) > 0))
    throw new ConfigError(
      `PORTICO_BACKUP_KEEP must be a number of backups like 14, of days like 30d, or both like 7,30d, not "${text}".`,
    );
  return { count: Number(count ?? 0), days: Number(days ?? 0) };
}
