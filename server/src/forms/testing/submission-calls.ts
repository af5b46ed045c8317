/** Calls on submissions for tests. */

import type { Call, TestResponse, TestServer } from '../../testing/index.ts';
import { violationsOf } from '../../testing/responses.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { contactForm } from './sample-forms.ts';

export type Json = Record<string, unknown>;

export const NAMESPACE = 'wix.form_app.form';
export const valid = { name: 'Ada', email: 'ada@example.org', agreed: true };

export function idsOf({ body, text }: TestResponse): string[] {
  if (!body?.submissions) throw new Error(text);
  return body.submissions.map((one: { id: string }) => one.id);
}

/** Returns the errors of a submission's values from a response. */
export const valueErrorsOf = (response: TestResponse) => violationsOf(response)[0]?.data?.errors as Json[];

export interface StoredSubmission extends Json {
  readonly id: string;
  readonly revision: string;
}

/** @param server returns the server; it is called only when a test runs, because the server starts after this call */
export function submissionCalls(server: () => TestServer) {
  const { call, get, post, remove } = createVerbs(server, { at: '/v4/' });
  /** Makes a form without a spam filter, which would classify the repeated texts of tests as spam. */
  const make = async (more: Json = {}): Promise<{ id: string }> => {
    const form = { ...contactForm(), spamFilterProtectionLevel: 'NONE', ...more };
    const { body } = await post('forms', { form });
    if (!body.form) throw new Error(JSON.stringify(body));
    return body.form;
  };
  const submit = (
    formId: string,
    submissions: Json = valid,
    more: Json = {},
    as = server().visitor,
    headers?: Call['headers'],
  ) => post('submissions', { submission: { formId, submissions, ...more } }, as, headers);
  const submitAccepted = async (
    formId: string,
    submissions?: Json,
    more?: Json,
    as?: string,
  ): Promise<StoredSubmission> => {
    const { body } = await submit(formId, submissions, more, as);
    if (!body.submission) throw new Error(JSON.stringify(body));
    return body.submission;
  };
  const read = async (id: string): Promise<StoredSubmission> => (await get(`submissions/${id}`)).body.submission;
  const query = (filter: Json, more: Json = {}, as?: string) =>
    post('submissions/namespace/query', { query: { filter: { namespace: NAMESPACE, ...filter }, ...more } }, as);
  const search = (expression: string, more: Json = {}, filter: Json = {}, as?: string) =>
    post(
      'submissions/namespace/search',
      {
        search: {
          filter: { namespace: NAMESPACE, ...filter },
          search: { expression, ...more },
          cursorPaging: { limit: 100 },
        },
      },
      as,
    );
  return { call, get, post, remove, make, submit, submitted: submitAccepted, read, query, search };
}
