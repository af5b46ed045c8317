/** Calls on forms for tests. */
import type { TestServer } from '../../testing/index.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { text } from './sample-forms.ts';
import { type Json, NAMESPACE } from './submission-calls.ts';

export const QUIZ = 'wix.achievements.quizzes.v1.quiz';

/** Encodes a query in a URL as the vendor's client does. */
export const packQuery = (value: unknown) => `.r=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;

export type CreatedForm = Json & { readonly id: string };

/** @param server returns the server; it is called only when a test runs, because the server starts after this call */
export function formCalls(server: () => TestServer) {
  const { get, post, patch, remove } = createVerbs(server);
  const create = (form: unknown, as?: string) => post('/v4/forms', { form }, as);
  /** Makes a form, by default with one text field. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into forms of every shape
  const make = async (form: Json = {}): Promise<any> => {
    const { body } = await create({ name: 'Plain', namespace: NAMESPACE, formFields: [text('a')], ...form });
    if (!body.form) throw new Error(JSON.stringify(body));
    return body.form;
  };
  const change = (form: Json, as?: string, more: Json = {}) => patch(`/v4/forms/${form.id}`, { form, ...more }, as);
  const createTrashed = async (form: Json = {}): Promise<string> => {
    const { id } = await make(form);
    await remove(`/v4/forms/${id}`);
    return id;
  };
  const list = async (query: Json, as?: string, path = '/v4/forms'): Promise<CreatedForm[]> =>
    (await get(`${path}?${packQuery({ namespace: NAMESPACE, ...query })}`, as)).body.forms;
  return { get, post, remove, create, make, change, trashed: createTrashed, list };
}
