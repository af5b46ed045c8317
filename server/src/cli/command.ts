import type { Config } from '../config.ts';

export interface Invocation {
  readonly config: Config;
  // biome-ignore lint/suspicious/noExplicitAny: each command knows the types of the options that it declares
  readonly values: any;
  /** one value for each of the command's `arguments` */
  readonly positionals: readonly string[];
}

/** The result of a command, as text and as JSON. */
export interface Answer {
  readonly text: string;
  readonly json: unknown;
}

export interface CommandOption {
  /** the placeholder of the value in the usage line, for example EMAIL */
  readonly value: string;
  readonly isRequired?: boolean;
  /** true for an option that may be repeated; its value is then a list */
  readonly multiple?: boolean;
}

export interface Command {
  readonly summary: string;
  /** further sentences for `--help` */
  readonly details?: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** names of the required arguments after the command, for example FILE */
  readonly arguments?: readonly string[];
  /** Resolves without a result for a command that keeps running. */
  run(invocation: Invocation): Promise<Answer | undefined>;
}

/** The command line is invalid; the message is one sentence. */
export class UsageError extends Error {
  override name = 'UsageError';
}
