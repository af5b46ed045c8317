/** The rows of the behaviour table: each is one behaviour, written once and run by both clients. */
import type { BehaviourClient } from './client.ts';
import type { Fixture } from './fixture.ts';
import type { Network } from './network.ts';

/** What a row uses. Each client has its own, on a site of its own. */
export interface Subject {
  /** An anonymous visitor. */
  readonly visitor: BehaviourClient;
  /** The signed-in member of the fixture. */
  readonly member: BehaviourClient;
  /** The site's owner, with an API key. */
  readonly owner: BehaviourClient;
  readonly fixture: Fixture;
  readonly network: Network;
  /** Creates a visitor without tokens, by default of the app of the fixture. */
  newVisitor(clientId?: string): BehaviourClient;
  /** Returns what the client has logged during the row. */
  warnings(): readonly string[];
}

export type Environment = 'Node' | 'Chromium';

export interface Row {
  /** Unique in the table. */
  readonly name: string;
  /** True if the vendor's client rejects the call. */
  readonly isRejected: boolean;
  /** The only environment in which the row runs. */
  readonly only?: Environment | undefined;
  /** Runs the behaviour. Its result or error is the outcome that is compared. */
  run(subject: Subject): Promise<unknown>;
}

type RowsByName = Readonly<Record<string, Row['run']>>;

const createRows = (area: string, isRejected: boolean, runs: RowsByName, only?: Environment): Row[] =>
  Object.entries(runs).map(([name, run]) => ({ name: `${area}: ${name}`, isRejected, only, run }));

/** Rows that return a value. */
export const successRows = (area: string, runs: RowsByName, only?: Environment): Row[] =>
  createRows(area, false, runs, only);

/** Rows that throw. */
export const rejectionRows = (area: string, runs: RowsByName, only?: Environment): Row[] =>
  createRows(area, true, runs, only);
