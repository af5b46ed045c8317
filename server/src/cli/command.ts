import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../config.ts';

export interface Invocation {
  readonly config: Config;
  // biome-ignore lint/suspicious/noExplicitAny: each command knows the types of the options that it declares
  readonly values: any;
  readonly positionals: readonly string[];
}

/** What a command says: in words, and as JSON. */
export interface Answer {
  readonly text: string;
  readonly json: unknown;
}

export interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** nothing is answered by a command that runs on */
  run(invocation: Invocation): Promise<Answer | undefined>;
}
