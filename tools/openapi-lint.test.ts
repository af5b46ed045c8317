import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@portico/contract';
import { openApi } from '@portico/contract/openapi';
import { afterAll, beforeAll, expect, it } from 'vitest';

const REDOCLY = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-openapi-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the findings of Redocly's recommended rules, including warnings. */
function problemsOf(document: object): string[] {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [REDOCLY, 'lint', '--extends', 'recommended', '--format', 'json', '--max-problems', '1000', file];
  const { problems } = JSON.parse(runPastFailure(args, env)) as {
    problems: { ruleId: string; message: string; location: { pointer: string }[] }[];
  };
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

/** Returns the output of the linter, which exits with 1 if it has findings. */
function runPastFailure(args: string[], env: NodeJS.ProcessEnv): string {
  try {
    return execFileSync(process.execPath, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const options = { serverUrl: 'https://portico.example' };

it('the OpenAPI document passes the recommended rules and has no ambiguous paths', () => {
  expect(problemsOf(openApi(endpoints, options))).toEqual([]);
});

it('the linter reports two paths that match the same address', () => {
  const bare = endpoints.map(({ documentedPath: _, ...endpoint }) => endpoint);
  expect(problemsOf(openApi(bare, options)).join('\n')).toContain('no-ambiguous-paths');
});
