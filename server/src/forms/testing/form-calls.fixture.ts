/** Calls on forms themselves, as tests make them. */
import type { TestServer } from '../../testing/index.ts';
import { verbs } from '../../testing/verbs.ts';
import { type Json, NAMESPACE } from './calls.fixture.ts';
import { text } from './forms.fixture.ts';

export const QUIZ = 'wix.achievements.quizzes.v1.quiz';

/** A query as the vendor's client packs it into an address. */
export const packed = (value: unknown) => `.r=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;

export type Made = Json & { readonly id: string };

/** @param server as it stands once the test runs */
export function formCalls(server: () => TestServer) {
  const { get, post, patch, remove } = verbs(server);
  const create = (form: unknown, as?: string) => post('/v4/forms', { form }, as);
  /** A form with one field of text, unless told otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into forms of every shape
  const make = async (form: Json = {}): Promise<any> => {
    const { body } = await create({ name: 'Plain', namespace: NAMESPACE, formFields: [text('a')], ...form });
    if (!body.form) throw new Error(JSON.stringify(body));
    return body.form;
  };
  const change = (form: Json, as?: string, more: Json = {}) => patch(`/v4/forms/${form.id}`, { form, ...more }, as);
  const trashed = async (form: Json = {}): Promise<string> => {
    const { id } = await make(form);
    await remove(`/v4/forms/${id}`);
    return id;
  };
  const list = async (query: Json, as?: string, path = '/v4/forms'): Promise<Made[]> =>
    (await get(`${path}?${packed({ namespace: NAMESPACE, ...query })}`, as)).body.forms;
  return { get, post, remove, create, make, change, trashed, list };
}
