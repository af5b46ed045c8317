import type { Config } from '../config.ts';

export interface Invocation {
  readonly config: Config;
  // biome-ignore lint/suspicious/noExplicitAny: each command knows the types of the options that it declares
  readonly values: any;
  /** One value for each of the command's `arguments`. */
  readonly positionals: readonly string[];
}

/** The result of a command, as text and as JSON. */
export interface CommandOutput {
  readonly text: string;
  readonly json: unknown;
}

export interface CommandOption {
  /** The placeholder of the value in the usage line, for example EMAIL. */
  readonly value: string;
  readonly isRequired?: boolean;
  /** True for an option that may be repeated; its value is then a list. */
  readonly multiple?: boolean;
}

export interface Command {
  readonly summary: string;
  /** Further sentences for `--help`. */
  readonly details?: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Names of the required arguments after the command, for example FILE. */
  readonly arguments?: readonly string[];
  /** Options that replace the arguments if one of them is given. */
  readonly insteadOfArguments?: readonly string[];
  /** Resolves without a result for a command that keeps running. */
  run(invocation: Invocation): Promise<CommandOutput | undefined>;
}

/** The command line is invalid; the message is one sentence. */
export class UsageError extends Error {
  override name = 'UsageError';
}
