/** What a piece of work is: a request to Portico, and one for the same, or the nearest to it, to the bare reference. */

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What requests need to know of the two servers. */
export interface Scene {
  readonly rows: number;
  /** items of the collection whose items only their authors may read */
  readonly authored: number;
  /** Authorization header of an anonymous visitor */
  readonly visitor: string;
  /** the visitor's refresh token */
  readonly visitorRefresh: string;
  readonly clientId: string;
  readonly members: readonly BenchMember[];
  readonly forms: FormsScene;
}

export interface FormsScene {
  /** the form that is submitted */
  readonly writeId: string;
  /** another that is submitted, without spam protection */
  readonly openId: string;
  /** the form whose inbox is full */
  readonly readId: string;
  /** headers of a call by API key */
  readonly asKey: Readonly<Record<string, string>>;
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
  /** keep-alive connections, each with one request under way */
  readonly connections: number;
  /** there is nothing that the reference could do in its place */
  readonly alone?: true;
  /** what was submitted before it must have its words first */
  readonly searchesWords?: true;
  /** a refusal may be what was asked for */
  readonly mayRefuse?: true;
  /** a request, different each time where that is the point of it */
  request(side: Side, scene: Scene): Request;
  /** true when the body is what was asked for: a fast wrong answer is not an answer */
  answers(body: string): boolean;
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

/** One of them, or undefined where there is none. */
export const oneOf = <T>(all: readonly T[]): T | undefined => all[random(all.length)];
