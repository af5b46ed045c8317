/** Checks the files of deploy/ against the product, and drives their probes and commands against a running server. */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { commands } from '../server/src/cli/commands.ts';
import { readConfig } from '../server/src/config.ts';
import {
  createInstallation,
  type Installation,
  type ServerProcess,
} from '../server/src/testing/installation-process.ts';

const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url));
const CONFIGURATION = readFileSync(join(DEPLOY, '../docs/configuration.md'), 'utf8');
/** The maximum time in seconds that the server takes to stop after draining: MAX_STOP_MS in server/src/main.ts. */
const STOP_SECONDS = 10;

// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes, and a wrong one fails the test
type Manifest = any;

const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');

/** Returns the documents of a YAML file. Fails on errors and warnings, such as duplicate keys. */
function parse(file: string): Manifest[] {
  return parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect([...document.errors, ...document.warnings], file).toEqual([]);
    return document.toJS();
  });
}

const manifests = readdirSync(join(DEPLOY, 'kubernetes')).flatMap((file) => parse(`kubernetes/${file}`));
const kind = (name: string): Manifest => manifests.find((manifest) => manifest.kind === name);
const [single] = parse('compose.yaml');
const [cluster] = parse('compose.cluster.yaml');
const containerfile = read('Containerfile');
const unit = read('portico.service');

/** Returns the values of a directive in the systemd unit. */
const directive = (name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value as string);

/** Returns the JSON list of an instruction in exec form. */
const execForm = (instruction: 'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK'): string[] => {
  const [, list] = new RegExp(`^${instruction} (?:.* CMD )?(\\[.*\\])$`, 'm').exec(containerfile) ?? [];
  return JSON.parse(list ?? 'null');
};

const pod = kind('Deployment').spec.template.spec;
const [container] = pod.containers;
const settings: Readonly<Record<string, string>> = kind('ConfigMap').data;

/** The settings of each way to run Portico, with an example for each value that the operator sets. */
const environments: Readonly<Record<string, Record<string, string>>> = {
  'compose.yaml': withExamples(single.services.portico.environment),
  'compose.cluster.yaml': withExamples(cluster.services['portico-1'].environment),
  kubernetes: { ...settings, ...Object.fromEntries(container.env.map(({ name, value }: Manifest) => [name, value])) },
  Containerfile: pairsIn(/^ENV (.*)$/m.exec(containerfile)?.[1] ?? ''),
  'portico.service': pairsIn(directive('Environment').join(' ')),
};

function withExamples(environment: Record<string, string>): Record<string, string> {
  const example = (value: string): string =>
    value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{\w+:\?[^}]*\}/g, 'www.example.org');
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, example(value)]));
}

function pairsIn(text: string): Record<string, string> {
  return Object.fromEntries(text.split(' ').map((pair) => pair.split('=') as [string, string]));
}

describe.each(Object.entries(environments))('the settings in %s', (_name, environment) => {
  it('are documented', () => {
    expect(Object.keys(environment).length).toBeGreaterThan(0);
    for (const name of Object.keys(environment)) expect(CONFIGURATION).toMatch(new RegExp(`\`${name}\``));
  });

  it('are valid', () => {
    const isFile = (name: string): boolean => name.endsWith('_FILE');
    const values = Object.entries(environment).filter(([name]) => !isFile(name));
    expect(() => readConfig(Object.fromEntries(values))).not.toThrow();
  });
});

describe('Containerfile', () => {
  it('runs as user 10001 on an empty base, with commands that the command line has', () => {
    expect(containerfile).toMatch(/^FROM scratch$/m);
    expect(containerfile).toMatch(/^USER 10001:10001$/m);
    const [, launcher] = execForm('ENTRYPOINT');
    expect(launcher).toBe('/app/bin/portico.js');
    expect(commands).toHaveProperty(execForm('CMD')[0] as string);
  });

  it('runs scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('../package.json'));
    for (const [, name] of containerfile.matchAll(/npm run -s (\w+)/g)) expect(scripts).toHaveProperty(name as string);
  });
});

describe.each([
  ['compose.yaml', single, ['portico']],
  ['compose.cluster.yaml', cluster, ['portico-1', 'portico-2']],
])('%s', (_file, compose: Manifest, names: string[]) => {
  it.each(names)('restricts %s and gives it time to stop', (name) => {
    const service = compose.services[name];
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true });
    expect(service.tmpfs).toEqual(['/tmp:mode=1777']);
    const { drainSeconds } = readConfig({ PORTICO_DRAIN_SECONDS: service.environment.PORTICO_DRAIN_SECONDS });
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(drainSeconds + STOP_SECONDS);
  });

  it('declares every volume and secret that a service uses', () => {
    for (const service of Object.values<Manifest>(compose.services)) {
      const named = (service.volumes ?? []).map((volume: string) => volume.split(':')[0]);
      for (const volume of named.filter((source: string) => /^\w/.test(source)))
        expect(compose.volumes).toHaveProperty(volume);
      for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
    }
  });
});

it('Caddy balances between the servers of compose.cluster.yaml', () => {
  const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(read('Caddyfile')) ?? [];
  const names = upstreams.split(' ').map((upstream) => upstream.replace(/:4000$/, ''));
  expect(names).toEqual(Object.keys(cluster.services).filter((name) => name.startsWith('portico-')));
});

describe('the Kubernetes manifests', () => {
  it('replace servers without a gap and restrict the pods', () => {
    expect(kind('Deployment').spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
    expect(kind('PodDisruptionBudget').spec.minAvailable).toBeLessThan(kind('Deployment').spec.replicas);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('select the pods of the deployment, by the name of its port', () => {
    const { labels } = kind('Deployment').spec.template.metadata;
    expect(kind('Service').spec.selector).toEqual(labels);
    expect(kind('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    expect(kind('Service').spec.ports[0].targetPort).toBe(container.ports[0].name);
    const mounted = container.volumeMounts.map(({ name }: Manifest) => name);
    expect(pod.volumes.map(({ name }: Manifest) => name).sort()).toEqual(mounted.sort());
  });

  it('drain for two probes, and give the pod time to stop', () => {
    const { drainSeconds } = readConfig(settings);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    expect(drainSeconds).toBeGreaterThan(periodSeconds * failureThreshold);
    const preStopSeconds = Number(container.lifecycle.preStop.exec.command.at(-1));
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(preStopSeconds + drainSeconds + STOP_SECONDS);
  });
});

describe('the systemd unit', () => {
  it('starts the bundle and gives it time to stop', () => {
    expect(directive('ExecStart')).toEqual(['/opt/portico/portico start']);
    expect(Number(directive('TimeoutStopSec')[0])).toBeGreaterThan(readConfig({}).drainSeconds + STOP_SECONDS);
  });

  it('is hardened, but lets Node compile code', () => {
    expect(unit).toMatch(/^NoNewPrivileges=yes$/m);
    expect(unit).toMatch(/^ProtectSystem=strict$/m);
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
  });

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('has only directives that systemd knows', () => {
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', join(DEPLOY, 'portico.service')], {
      encoding: 'utf8',
    });
    // Ignores the finding about the program of the unit, which is not installed on this machine.
    const findings = (stdout + stderr).split('\n').filter((line) => line && !line.includes('is not executable'));
    expect(findings).toEqual([]);
  });
});

describe('a server with the settings of the manifests', () => {
  let installation: Installation;
  let server: ServerProcess;
  beforeAll(async () => {
    installation = await createInstallation({ PORTICO_DRAIN_SECONDS: settings.PORTICO_DRAIN_SECONDS });
    server = await installation.start();
  }, 120_000);
  afterAll(() => installation?.remove(), 60_000);

  const probe = async ({ httpGet }: Manifest): Promise<number> =>
    (await fetch(installation.origin + httpGet.path)).status;

  it('passes every probe, and the health checks of the image and of Caddy', async () => {
    for (const name of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      expect(await probe(container[name]), name).toBe(200);
    const healthCheck = execForm('HEALTHCHECK');
    expect(healthCheck.slice(0, 2)).toEqual(execForm('ENTRYPOINT'));
    expect((await installation.command(healthCheck.slice(2))).code).toBe(0);
    const [, path] = /health_uri (\S+)/.exec(read('Caddyfile')) ?? [];
    expect((await fetch(installation.origin + path)).status).toBe(200);
  });

  it('serves during preStop, then drains: not ready, but alive and serving, until it ends with exit code 0', async () => {
    const [program, ...args] = container.lifecycle.preStop.exec.command;
    const preStop = spawn(program, args);
    const preStopEnd = new Promise((resolve) => preStop.once('exit', resolve));
    expect(await probe(container.readinessProbe)).toBe(200);
    expect(await preStopEnd).toBe(0);

    server.kill('SIGTERM');
    while ((await probe(container.readinessProbe)) !== 503) await sleep(20);
    expect(await probe(container.livenessProbe)).toBe(200);
    expect((await fetch(`${installation.origin}/dashboard`)).status).toBe(200);
    expect((await server.ended).code).toBe(0);
  }, 60_000);
});
