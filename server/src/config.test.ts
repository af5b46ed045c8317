import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

it('has a default for everything', () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    host: 'localhost',
    publicUrl: 'http://localhost:4000',
    dashboardUrl: 'http://localhost:4000',
    databaseUrl: null,
    trustProxy: false,
    logLevel: 'info',
    limits: true,
    starter: true,
    owner: null,
  });
});

it('PUBLIC_URL follows PORT, DASHBOARD_URL follows PUBLIC_URL', () => {
  expect(readConfig({ PORT: '5000' }).dashboardUrl).toBe('http://localhost:5000');
  expect(readConfig({ PUBLIC_URL: 'https://a.example' }).dashboardUrl).toBe('https://a.example');
});

describe('a bad value is refused with a sentence that names the variable', () => {
  it.each([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'example.org' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.org/path' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://example.org' }],
    ['DASHBOARD_URL', { DASHBOARD_URL: 'dashboard' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
    ['PORTICO_SECRET', { PORTICO_SECRET: 'short' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['PORTICO_LIMITS', { PORTICO_LIMITS: 'no' }],
    ['PORTICO_STARTER', { PORTICO_STARTER: 'yes' }],
    ['PORTICO_OWNER_PASSWORD', { PORTICO_OWNER_EMAIL: 'a@b.example' }],
    ['PORTICO_OWNER_EMAIL', { PORTICO_OWNER_EMAIL: 'nobody', PORTICO_OWNER_PASSWORD: '12345678' }],
    ['PORTICO_OWNER_PASSWORD', { PORTICO_OWNER_EMAIL: 'a@b.example', PORTICO_OWNER_PASSWORD: '1234567' }],
  ])('%s %o', (name, env) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(name);
  });
});
