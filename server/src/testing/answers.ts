/** What tests read out of answers. */
import type { Answered } from './index.ts';

type Body = Pick<Answered, 'body'>;

export interface Violation {
  readonly field: string;
  /** of checks beyond the shape of a body */
  readonly ruleName?: string;
  readonly violatedRule?: string;
  readonly description: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The code of a refusal; none where the call went through or its shape was wrong. */
export const codeOf = ({ body }: Body): string | undefined => body?.details?.applicationError?.code;

/** What an answer says is wrong with the fields that were sent. */
export const violationsOf = ({ body }: Body): readonly Violation[] =>
  body?.details?.validationError?.fieldViolations ?? [];

export const rulesOf = (answer: Body) => violationsOf(answer).map(({ ruleName }) => ruleName);

/** The text of a refusal that a client shows. */
export const reasonOf = (answer: Body): string =>
  answer.body.details?.applicationError?.description ??
  violationsOf(answer)
    .map(({ field, description }) => `${field} ${description}`)
    .join();

interface Outcome {
  readonly itemMetadata: { readonly success: boolean; readonly error?: { readonly code: string } };
}

/** Of each part of a bulk call: whether it went well, or the code of why not. */
export const outcomes = ({ body }: Body): (boolean | string)[] =>
  body.results.map(({ itemMetadata }: Outcome) => itemMetadata.error?.code ?? itemMetadata.success);
