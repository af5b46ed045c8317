/** Runs all rows of the behaviour table, and creates the clients that they use. */
import type { BehaviourClient } from './client.ts';
import type { Fixture } from './fixture.ts';
import { type InstalledNetwork, installNetwork } from './network.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { createPorticoOwner, createPorticoVisitor } from './portico-client.ts';
import type { Environment, Subject } from './row.ts';
import { rows } from './rows/index.ts';
import { createVendorOwner, createVendorVisitor } from './vendor-client.ts';

export const clientNames = ['vendor', 'portico'] as const;
export type ClientName = (typeof clientNames)[number];
/** The outcomes of one client, by row name. */
export type Outcomes = Readonly<Record<string, Outcome>>;

const adapters = {
  vendor: { createVisitor: createVendorVisitor, createOwner: createVendorOwner },
  portico: { createVisitor: createPorticoVisitor, createOwner: createPorticoOwner },
};

/** Runs every row of an environment with one client. */
export async function runTable(name: ClientName, environment: Environment, fixture: Fixture): Promise<Outcomes> {
  const network = installNetwork();
  const log = captureConsole();
  try {
    const subject = await createSubject(name, fixture, network, log.messages);
    const outcomes: Record<string, Outcome> = {};
    for (const row of rows) {
      if (row.only && row.only !== environment) continue;
      log.reset();
      outcomes[row.name] = await outcomeOf(row, subject, network);
    }
    return outcomes;
  } finally {
    log.restore();
    network.uninstall();
  }
}

async function createSubject(
  name: ClientName,
  fixture: Fixture,
  network: InstalledNetwork,
  warnings: Subject['warnings'],
): Promise<Subject> {
  const { createVisitor, createOwner } = adapters[name];
  const newVisitor = (clientId = fixture.clientId): BehaviourClient => createVisitor(fixture, clientId);
  const member = newVisitor();
  const { accessToken, refreshToken } = fixture.member;
  await member.auth.setTokens(member.auth.createTokens(accessToken, refreshToken, 'member', 3_600));
  return { visitor: newVisitor(), member, owner: createOwner(fixture), fixture, network, newVisitor, warnings };
}

/** Collects warnings and errors that are logged, instead of showing them. */
function captureConsole() {
  const { warn, error } = console;
  let messages: string[] = [];
  console.warn = console.error = (...parts: unknown[]) => void messages.push(parts.join(' '));
  return {
    messages: () => messages,
    reset() {
      messages = [];
    },
    restore: () => Object.assign(console, { warn, error }),
  };
}
