import { data } from 'react-router';

/**
 * Reads a posted form.
 * @throws a response of 400 for a body that is not a form, which no browser sends
 */
export const readForm = (request: Request): Promise<FormData> => request.formData().catch(reject);

/**
 * Reads a JSON object that a script of the page sent.
 * @throws a response of 400 for anything else
 */
export async function readJsonObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = await request.json().catch(reject);
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : reject();
}

function reject(): never {
  throw data(null, { status: 400 });
}
