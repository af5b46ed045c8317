import { readFileSync } from 'node:fs';

type Variables = Readonly<Record<string, string | undefined>>;

/** Settings that contain a secret. Each can be read from a file instead, as containers and systemd pass secrets. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URLS',
  'PORTICO_SECRET',
  'PORTICO_OWNER_PASSWORD',
  'PORTICO_METRICS_TOKEN',
  'PORTICO_SMTP_URL',
  'PORTICO_S3_ACCESS_KEY_ID',
  'PORTICO_S3_SECRET_ACCESS_KEY',
  'PORTICO_BACKUP_KEY',
  'PORTICO_BACKUP_S3_ACCESS_KEY_ID',
  'PORTICO_BACKUP_S3_SECRET_ACCESS_KEY',
];

/**
 * Returns the variables, with NAME set to the content of the file that `NAME_FILE` names. Threat: child processes, and
 * on some systems other users, can read the environment, whereas a file has permissions.
 * @throws Error with one sentence that names the variable and never the content
 */
export function readSecretFiles(env: Variables): Variables {
  const read: Record<string, string | undefined> = { ...env };
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const file = env[variable];
    delete read[variable];
    if (!file) continue;
    if (env[name]) throw new Error(`${name} and ${variable} are both set: set one of them.`);
    read[name] = readSecretFile(variable, file);
  }
  return read;
}

function readSecretFile(variable: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${variable} must name a file that can be read, not "${file}" (${code}).`);
  }
  if (text === '') throw new Error(`${variable} names the file "${file}", which is empty.`);
  return text;
}
