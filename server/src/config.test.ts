import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './read-setting.ts';

it('has a default for every setting', () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    host: 'localhost',
    publicUrl: 'http://localhost:4000',
    dashboardUrl: 'http://localhost:4000',
    databaseUrl: null,
    databaseReplicaUrls: [],
    roles: ['web', 'worker'],
    trustProxy: false,
    drainSeconds: 5,
    logLevel: 'info',
    hasRateLimits: true,
    hasStarterContent: true,
    owner: null,
    mail: { smtp: null, from: null },
    s3: null,
    siteLimits: { items: null, storageMb: null, requestsPerMinute: null, mailsPerDay: null },
    observability: { metricsToken: null, hasRequestLog: false, slowStatementMs: null, traceEndpoint: null },
    backup: { to: null, key: null, schedule: { minuteOfDay: 180 }, keep: { count: 14, days: 0 }, archivesWal: false },
  });
});

it('PUBLIC_URL follows PORT, DASHBOARD_URL follows PUBLIC_URL', () => {
  expect(readConfig({ PORT: '5000' }).dashboardUrl).toBe('http://localhost:5000');
  expect(readConfig({ PUBLIC_URL: 'https://a.example' }).dashboardUrl).toBe('https://a.example');
});

it('DATABASE_REPLICA_URLS is a list', () => {
  const urls = ['postgres://u:p@db2/x?sslmode=require', 'postgresql://u:p@[::1]:5433/x'];
  for (const separator of [',', ' , ', '\n'])
    expect(readConfig({ DATABASE_URL: 'postgres://db1/x', DATABASE_REPLICA_URLS: urls.join(separator) })).toMatchObject(
      {
        databaseReplicaUrls: urls,
      },
    );
});

it('PORTICO_WEBHOOK_ALLOW is a list', () => {
  const allow = ' 127.0.0.1,10.0.0.0/8 , fd00::/8,hooks.internal, ';
  const listed = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'hooks.internal'];
  expect(readConfig({ PORTICO_WEBHOOK_ALLOW: allow }).webhookAllow).toEqual(listed);
  expect(readConfig({}).webhookAllow).toEqual([]);
  expect(readConfig({ PORTICO_SMTP_ALLOW: allow }).smtpAllow).toEqual(listed);
  expect(readConfig({ PORTICO_WEBHOOK_ALLOW: allow }).smtpAllow).toEqual([]);
});

it('PORTICO_BACKUP_TO is a folder or a bucket, with a schedule and what is kept', () => {
  const read = (env: Record<string, string>) => readConfig({ PORTICO_BACKUP_KEY: 'x'.repeat(32), ...env }).backup;
  expect(read({ PORTICO_BACKUP_TO: '/backups' }).to).toEqual({ folder: '/backups' });
  expect(read({ PORTICO_BACKUP_TO: 's3://copies/a/b/', PORTICO_BACKUP_S3_REGION: 'eu-west-1' }).to).toMatchObject({
    bucket: { bucket: 'copies', prefix: 'a/b', region: 'eu-west-1', endpoint: null, pathStyle: false },
  });
  expect(read({ PORTICO_BACKUP_SCHEDULE: '23:59' }).schedule).toEqual({ minuteOfDay: 1439 });
  expect(read({ PORTICO_BACKUP_SCHEDULE: '6h' }).schedule).toEqual({ everyMs: 21_600_000 });
  expect(read({ PORTICO_BACKUP_SCHEDULE: 'off' }).schedule).toBeNull();
  expect(read({ PORTICO_BACKUP_KEEP: '30d' }).keep).toEqual({ count: 0, days: 30 });
  expect(read({ PORTICO_BACKUP_KEEP: '7,30d' }).keep).toEqual({ count: 7, days: 30 });
});

describe('an invalid value is rejected with a sentence that names the variable', () => {
  it.each([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'example.org' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.org/path' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://example.org' }],
    ['DASHBOARD_URL', { DASHBOARD_URL: 'dashboard' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
    ['PORTICO_ROLES', { DATABASE_URL: 'postgres://db/x', PORTICO_ROLES: 'web,mail' }],
    ['PORTICO_ROLES', { PORTICO_ROLES: 'worker' }],
    ['DATABASE_REPLICA_URLS', { DATABASE_REPLICA_URLS: 'postgres://db/x' }],
    ['DATABASE_REPLICA_URLS', { DATABASE_URL: 'postgres://db/x', DATABASE_REPLICA_URLS: 'mysql://db/x' }],
    ['DATABASE_REPLICA_URLS', { DATABASE_URL: 'postgres://db/x', DATABASE_REPLICA_URLS: 'postgres://db1,db2/x' }],
    ['PORTICO_SECRET', { PORTICO_SECRET: 'short' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['PORTICO_METRICS_TOKEN', { PORTICO_METRICS_TOKEN: 'too short' }],
    ['PORTICO_METRICS_TOKEN', { PORTICO_METRICS_TOKEN: 'a token with spaces in it' }],
    ['PORTICO_SITE_LIMITS', { PORTICO_SITE_LIMITS: 'items=many' }],
    ['PORTICO_SITE_LIMITS', { PORTICO_SITE_LIMITS: 'members=5' }],
    ['PORTICO_REQUEST_LOG', { PORTICO_REQUEST_LOG: 'yes' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }],
    ['PORTICO_SLOW_QUERY_MS', { PORTICO_SLOW_QUERY_MS: '1s' }],
    ['PORTICO_LIMITS', { PORTICO_LIMITS: 'no' }],
    ['PORTICO_STARTER', { PORTICO_STARTER: 'yes' }],
    ['PORTICO_OWNER_PASSWORD', { PORTICO_OWNER_EMAIL: 'a@b.example' }],
    ['PORTICO_OWNER_EMAIL', { PORTICO_OWNER_EMAIL: 'nobody', PORTICO_OWNER_PASSWORD: '12345678' }],
    ['PORTICO_OWNER_PASSWORD', { PORTICO_OWNER_EMAIL: 'a@b.example', PORTICO_OWNER_PASSWORD: '1234567' }],
    ['PORTICO_SMTP_URL', { PORTICO_SMTP_URL: 'mail.example.org' }],
    ['PORTICO_SMTP_URL', { PORTICO_SMTP_URL: 'https://mail.example.org' }],
    ['PORTICO_SMTP_URL', { PORTICO_SMTP_URL: 'smtp://mail.example.org/path' }],
    ['PORTICO_SMTP_URL', { PORTICO_SMTP_URL: 'smtp://' }],
    ['PORTICO_SMTP_URL', { PORTICO_SMTP_URL: 'smtp://sam:100%@mail.example.org' }],
    ['PORTICO_SMTP_URL', { PORTICO_SMTP_URL: 'smtps://mail.example.org?security=none' }],
    ['PORTICO_SMTP_URL', { PORTICO_SMTP_URL: 'smtp://mail.example.org?security=maybe' }],
    ['PORTICO_BACKUP_KEY', { PORTICO_BACKUP_TO: '/backups' }],
    ['PORTICO_BACKUP_KEY', { PORTICO_BACKUP_KEY: 'short' }],
    ['PORTICO_BACKUP_TO', { PORTICO_BACKUP_TO: 's3://Not A Bucket', PORTICO_BACKUP_KEY: 'x'.repeat(32) }],
    ['PORTICO_BACKUP_S3_REGION', { PORTICO_BACKUP_S3_REGION: 'eu-central-1' }],
    ['PORTICO_BACKUP_SCHEDULE', { PORTICO_BACKUP_SCHEDULE: '25:00' }],
    ['PORTICO_BACKUP_SCHEDULE', { PORTICO_BACKUP_SCHEDULE: '6' }],
    ['PORTICO_BACKUP_WAL', { PORTICO_BACKUP_WAL: 'on' }],
    [
      'PORTICO_BACKUP_WAL',
      {
        PORTICO_BACKUP_WAL: 'on',
        PORTICO_BACKUP_TO: '/backups',
        PORTICO_BACKUP_KEY: 'x'.repeat(32),
        DATABASE_URL: 'postgres://localhost/portico',
      },
    ],
    ['PORTICO_BACKUP_KEEP', { PORTICO_BACKUP_KEEP: '0' }],
    ['PORTICO_BACKUP_KEEP', { PORTICO_BACKUP_KEEP: '7d,30' }],
    ['PORTICO_S3_BUCKET', { PORTICO_S3_BUCKET: 'Not A Bucket' }],
    ['PORTICO_S3_REGION', { PORTICO_S3_REGION: 'eu-central-1' }],
    ['PORTICO_S3_ENDPOINT', { PORTICO_S3_BUCKET: 'uploads', PORTICO_S3_ENDPOINT: 'minio:9000' }],
    ['PORTICO_S3_PREFIX', { PORTICO_S3_BUCKET: 'uploads', PORTICO_S3_PREFIX: '/a/' }],
    ['PORTICO_S3_PATH_STYLE', { PORTICO_S3_BUCKET: 'uploads', PORTICO_S3_PATH_STYLE: 'yes' }],
    ['PORTICO_S3_SECRET_ACCESS_KEY', { PORTICO_S3_BUCKET: 'uploads', PORTICO_S3_ACCESS_KEY_ID: 'AKID' }],
    ['PORTICO_WEBHOOK_ALLOW', { PORTICO_WEBHOOK_ALLOW: '10.0.0.0/33' }],
    ['PORTICO_WEBHOOK_ALLOW', { PORTICO_WEBHOOK_ALLOW: '127.0.0.1, http://hooks' }],
    ['PORTICO_WEBHOOK_ALLOW', { PORTICO_WEBHOOK_ALLOW: '127.1' }],
    ['PORTICO_SMTP_ALLOW', { PORTICO_SMTP_ALLOW: 'smtp://mail.internal' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['TRUST_PROXY', { TRUST_PROXY: '-1' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'proxy.internal' }],
    ['PORTICO_DRAIN_SECONDS', { PORTICO_DRAIN_SECONDS: '5s' }],
    ['PORTICO_MAIL_FROM', { PORTICO_MAIL_FROM: 'Example' }],
    ['PORTICO_MAIL_FROM', { PORTICO_MAIL_FROM: 'Example <mail@example.org' }],
    ['PORTICO_MAIL_FROM', { PORTICO_MAIL_FROM: 'a@example.org, b@example.org' }],
    ['PORTICO_MAIL_FROM', { PORTICO_MAIL_FROM: 'a@example.org\r\nBcc: b@example.org' }],
    ['PORTICO_MAIL_FROM', { PORTICO_MAIL_FROM: 'Sam\nBcc: x <a@example.org>' }],
  ])('%s %o', (name, env) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(name);
  });
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const writeSecretFile = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('replaces its variable, without the line break at its end', () => {
    const config = readConfig({
      DATABASE_URL_FILE: writeSecretFile('url', 'postgres://u:p@db/x\n'),
      PORTICO_SECRET_FILE: writeSecretFile('secret', `${'s'.repeat(32)}\n`),
      PORTICO_OWNER_EMAIL: 'a@example.org',
      PORTICO_OWNER_PASSWORD_FILE: writeSecretFile('password', 'correct horse\n'),
      PORTICO_SMTP_URL_FILE: writeSecretFile('smtp', 'smtps://sam:pass@mail.example.org'),
      PORTICO_S3_BUCKET: 'uploads',
      PORTICO_S3_ACCESS_KEY_ID_FILE: writeSecretFile('id', 'AKID\n'),
      PORTICO_S3_SECRET_ACCESS_KEY_FILE: writeSecretFile('key', 'hush\n'),
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgres://u:p@db/x',
      secret: 's'.repeat(32),
      owner: { email: 'a@example.org', password: 'correct horse' },
      mail: { smtp: { host: 'mail.example.org', password: 'pass' } },
      s3: { credentials: { accessKeyId: 'AKID', secretAccessKey: 'hush' } },
    });
  });

  it.each([
    ['is not there', { PORTICO_SECRET_FILE: join(folder, 'none') }, 'PORTICO_SECRET_FILE must name a file'],
    ['is empty', { PORTICO_SECRET_FILE: writeSecretFile('empty', '\n') }, 'PORTICO_SECRET_FILE names the file'],
    [
      'is set twice',
      { PORTICO_SECRET: 's'.repeat(32), PORTICO_SECRET_FILE: writeSecretFile('x', 'x') },
      'are both set',
    ],
    ['holds a bad value', { PORTICO_SECRET_FILE: writeSecretFile('short', 'hunter2') }, 'at least 32 characters'],
  ])('that %s is rejected without its content', (_what, env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
    expect(() => readConfig(env)).toThrow(/^(?!.*hunter2)/);
  });
});

describe('proxies', () => {
  it.each([
    ['false', false],
    ['0', false],
    ['2', 2],
    ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
  ])('TRUST_PROXY %s', (text, trusted) => expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(trusted));

  it('rejects true with a hint what to set', () => {
    expect(() => readConfig({ TRUST_PROXY: 'true' })).toThrow(
      /number of proxies.*like 1.*addresses, like 10\.0\.0\.0\/8/,
    );
  });
});

describe('mail by environment', () => {
  it.each([
    ['smtps://sam:p%40ss@mail.example.org', ['mail.example.org', 465, 'TLS', 'sam', 'p@ss']],
    ['smtps://mail.example.org:2465', ['mail.example.org', 2465, 'TLS', '', '']],
    ['smtp://sam@mail.example.org', ['mail.example.org', 587, 'STARTTLS', 'sam', '']],
    ['smtp://sam:pass@mail.example.org:25/', ['mail.example.org', 25, 'STARTTLS', 'sam', 'pass']],
    ['smtp://mailpit:1025?security=none', ['mailpit', 1025, 'NONE', '', '']],
    ['smtp://localhost', ['localhost', 25, 'NONE', '', '']],
    ['smtp://[::1]:2525', ['::1', 2525, 'NONE', '', '']],
  ])('%s', (url, [host, port, security, user, password]) => {
    expect(readConfig({ PORTICO_SMTP_URL: url }).mail.smtp).toEqual({ host, port, security, user, password });
  });

  it.each([
    ['mail@example.org', '', 'mail@example.org'],
    ['<mail@example.org>', '', 'mail@example.org'],
    ['Example <mail@example.org>', 'Example', 'mail@example.org'],
    ['"Example, Inc." <mail@example.org>', 'Example, Inc.', 'mail@example.org'],
  ])('%s', (text, name, address) => {
    expect(readConfig({ PORTICO_MAIL_FROM: text }).mail.from).toEqual({ name, address });
  });

  it('the error for an invalid address does not contain its password', () => {
    expect(() => readConfig({ PORTICO_SMTP_URL: 'smtp://sam:hunter2@mail.example.org/x' })).toThrow(/^(?!.*hunter2)/);
  });
});

describe('files in a bucket', () => {
  const PORTICO_S3_BUCKET = 'uploads';
  it.each([
    ['Amazon’s own', {}, { region: 'us-east-1', endpoint: null, prefix: '', credentials: null, pathStyle: false }],
    ['another’s', { PORTICO_S3_ENDPOINT: 'http://minio:9000' }, { endpoint: 'http://minio:9000', pathStyle: true }],
    [
      'another’s, in the host name',
      { PORTICO_S3_ENDPOINT: 'https://s3.example', PORTICO_S3_PATH_STYLE: 'off' },
      { pathStyle: false },
    ],
  ])('%s', (_what, env, s3) => {
    expect(readConfig({ PORTICO_S3_BUCKET, ...env }).s3).toMatchObject({ bucket: 'uploads', ...s3 });
  });
});
