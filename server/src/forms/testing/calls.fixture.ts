/** Calls of the forms slice, as tests make them. */
import { violationsOf } from '../../testing/answers.ts';
import type { Answered, Call, TestServer } from '../../testing/index.ts';
import { verbs } from '../../testing/verbs.ts';
import { contactForm } from './forms.fixture.ts';

export type Json = Record<string, unknown>;

export const NAMESPACE = 'wix.form_app.form';
export const valid = { name: 'Ada', email: 'ada@example.org', agreed: true };

export function idsOf({ body, text }: Answered): string[] {
  if (!body?.submissions) throw new Error(text);
  return body.submissions.map((one: { id: string }) => one.id);
}

/** What an answer says is wrong with the values of a submission. */
export const errorsOf = (answer: Answered) => violationsOf(answer)[0]?.data?.errors as Json[];

export interface Stored extends Json {
  readonly id: string;
  readonly revision: string;
}

/** @param server as it stands once the test runs */
export function formsCalls(server: () => TestServer) {
  const { call, get, post, remove } = verbs(server, { at: '/v4/' });
  /** The same words come again and again in tests, which the spam filter would hold against them. */
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
  const submitted = async (formId: string, submissions?: Json, more?: Json, as?: string): Promise<Stored> => {
    const { body } = await submit(formId, submissions, more, as);
    if (!body.submission) throw new Error(JSON.stringify(body));
    return body.submission;
  };
  const read = async (id: string): Promise<Stored> => (await get(`submissions/${id}`)).body.submission;
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
  return { call, get, post, remove, make, submit, submitted, read, query, search };
}
