/** The type of a row of the behaviour table. A row is one behaviour that is run with both clients. */
import type { BehaviourClient } from './client.ts';
import type { Fixture } from './fixture.ts';
import type { Network } from './network.ts';

/** The clients and helpers that a row uses. The vendor's and Portico's clients run on separate sites. */
export interface Subject {
  /** An anonymous visitor. */
  readonly visitor: BehaviourClient;
  /** The signed-in member of the fixture. */
  readonly member: BehaviourClient;
  /** The site's owner, with an API key. */
  readonly owner: BehaviourClient;
  readonly fixture: Fixture;
  readonly network: Network;
  /** Creates a visitor without tokens. The default app is that of the fixture. */
  newVisitor(clientId?: string): BehaviourClient;
  /** Returns the warnings that the client has logged during the row. */
  warnings(): readonly string[];
}

export type Environment = 'Node' | 'Chromium';

export interface Row {
  /** The name of the row, unique in the table. */
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

/** Creates rows whose call returns a value. */
export const successRows = (area: string, runs: RowsByName, only?: Environment): Row[] =>
  createRows(area, false, runs, only);

/** Creates rows whose call throws. */
export const rejectionRows = (area: string, runs: RowsByName, only?: Environment): Row[] =>
  createRows(area, true, runs, only);
