/** Handles the calls of a form's scripts, so that the token of the visitor stays on the server. */
import { PorticoError, type SubmitOptions } from '@portico/sdk';
import { data } from 'react-router';
import { readJsonObject } from '../posted-body.ts';
import { type Visit, visitContext } from '../visit.ts';
import type { Route } from './+types/form-call';
import { sendForm } from './send-form.ts';

type CallInput = Readonly<Record<string, unknown>>;

const calls: Readonly<Record<string, (visit: Visit, formId: string, input: CallInput) => Promise<unknown>>> = {
  ticket: async ({ client }, formId) => ({ ticket: await client.forms.issueTicket(formId) }),
  'upload-url': async ({ client }, formId, { name, type }) => ({
    uploadUrl: await client.forms.uploadUrl(formId, { name: String(name), type: String(type) }),
  }),
  send: async (visit, formId, { values, options }) => {
    const rejection = await sendForm(visit, formId, (values ?? {}) as CallInput, (options ?? {}) as SubmitOptions);
    return rejection ?? { status: 200 };
  },
};

/** Responds with the error format of the API, so that the same client can read it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const call = Object.hasOwn(calls, params.call) ? calls[params.call] : undefined;
  if (!call) throw data(null, { status: 404 });
  try {
    return Response.json(await call(context.get(visitContext), params.formId, await readJsonObject(request)));
  } catch (error) {
    if (!(error instanceof PorticoError) || error.status < 400) throw error;
    const { status, message, code, data } = error;
    const details = { applicationError: { code, description: message, data } };
    return Response.json({ message, details }, { status });
  }
}
