/** Calls of the forms slice, as tests make them. */
import type { Answered, TestServer } from '../../testing/index.ts';
import { contactForm } from './forms.fixture.ts';

export type Json = Record<string, unknown>;

export const NAMESPACE = 'wix.form_app.form';
export const valid = { name: 'Ada', email: 'ada@example.org', agreed: true };

export const codeOf = ({ body }: Answered): string | undefined => body?.details?.applicationError?.code;
export const idsOf = ({ body }: Answered): string[] => body.submissions.map((one: { id: string }) => one.id);

export interface Stored extends Json {
  readonly id: string;
  readonly revision: string;
}

/** @param server as it stands once the test runs */
export function formsCalls(server: () => TestServer) {
  const call = (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    as = server().key,
    headers = {},
  ) => server().call({ method, path: `/v4/${path}`, body, as, headers });
  const post = (path: string, body: unknown, as?: string, headers?: Json) => call('POST', path, body, as, headers);
  /** The same words come again and again in tests, which the spam filter would hold against them. */
  const make = async (more: Json = {}): Promise<{ id: string }> => {
    const form = { ...contactForm(), spamFilterProtectionLevel: 'NONE', ...more };
    const { body } = await post('forms', { form });
    if (!body.form) throw new Error(JSON.stringify(body));
    return body.form;
  };
  const submit = (formId: string, submissions: Json = valid, more: Json = {}, as = server().visitor, headers?: Json) =>
    post('submissions', { submission: { formId, submissions, ...more } }, as, headers);
  const submitted = async (formId: string, submissions?: Json, more?: Json, as?: string): Promise<Stored> => {
    const { body } = await submit(formId, submissions, more, as);
    if (!body.submission) throw new Error(JSON.stringify(body));
    return body.submission;
  };
  const read = async (id: string): Promise<Stored> => (await call('GET', `submissions/${id}`)).body.submission;
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
  return { call, post, make, submit, submitted, read, query, search };
}
