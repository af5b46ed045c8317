/** A workload: a request to Portico, and the same request (or the nearest equivalent) to the reference server. */

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The data that requests to both servers need. */
export interface Fixture {
  readonly rows: number;
  /** Number of items in AUTHORED_COLLECTION. */
  readonly authored: number;
  /** Authorization header of an anonymous visitor. */
  readonly visitor: string;
  /** The visitor's refresh token. */
  readonly visitorRefresh: string;
  readonly clientId: string;
  readonly members: readonly BenchMember[];
  readonly forms: FormsFixture;
}

export interface FormsFixture {
  /** Id of the form that is submitted. */
  readonly writeId: string;
  /** Id of a submitted form without spam protection. */
  readonly openId: string;
  /** Id of the form with a full inbox. */
  readonly readId: string;
  /** Headers of a call with the API key. */
  readonly apiKeyHeaders: Readonly<Record<string, string>>;
}

export interface BenchMember {
  readonly email: string;
  readonly refreshToken: string;
  readonly id: string;
  readonly accessToken: string;
}

export type Side = 'portico' | 'reference';

export interface Workload {
  readonly name: string;
  readonly title: string;
  /** Number of keep-alive connections. Each has one pending request. */
  readonly connections: number;
  /** True if the reference has no equivalent. */
  readonly withoutReference?: true;
  /** True if the submissions must be indexed first. */
  readonly searchesWords?: true;
  /**
   * True if the workload starts indexing in the background. The next measurement waits until the indexing has ended.
   */
  readonly startsIndexing?: true;
  /** True if responses other than 200 are allowed. */
  readonly mayReject?: true;
  /** Returns the next request. Successive requests usually differ. */
  request(side: Side, fixture: Fixture): Request;
  /** Returns true if the body is a correct response, so that fast but wrong responses do not count. */
  isCorrect(body: string): boolean;
}

export function post(path: string, body: unknown, authorization?: string): Request {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: JSON.stringify(body),
  };
}

export const random = (below: number): number => Math.floor(Math.random() * below);

/** Returns a random element, or undefined if the list is empty. */
export const oneOf = <T>(all: readonly T[]): T | undefined => all[random(all.length)];
