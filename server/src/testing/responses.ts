/** Reads values from responses, for tests. */
import type { TestResponse } from './index.ts';

type Body = Pick<TestResponse, 'body'>;

export interface Violation {
  readonly field: string;
  /** Name of the violated rule, for rules that the schema of the body does not express; otherwise missing. */
  readonly ruleName?: string;
  readonly violatedRule?: string;
  readonly description: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Returns the code of a rejected call; undefined if the call succeeded or violated its schema. */
export const codeOf = ({ body }: Body): string | undefined => body?.details?.applicationError?.code;

/** Returns the violations that a response names. */
export const violationsOf = ({ body }: Body): readonly Violation[] =>
  body?.details?.validationError?.fieldViolations ?? [];

export const rulesOf = (response: Body) => violationsOf(response).map(({ ruleName }) => ruleName);

/** Returns the error text that a client shows. */
export const reasonOf = (response: Body): string =>
  response.body.details?.applicationError?.description ??
  violationsOf(response)
    .map(({ field, description }) => `${field} ${description}`)
    .join();

interface Outcome {
  readonly itemMetadata: { readonly success: boolean; readonly error?: { readonly code: string } };
}

/** Returns the outcome of each part of a bulk call: whether it succeeded, or its error code if it has one. */
export const outcomesOf = ({ body }: Body): (boolean | string)[] =>
  body.results.map(({ itemMetadata }: Outcome) => itemMetadata.error?.code ?? itemMetadata.success);
