/** What a form's scripts ask of the site while it is filled in: the visitor's token stays on the server. */
import { PorticoError, type SubmitOptions } from '@portico/sdk';
import { data } from 'react-router';
import { type Visit, visitContext } from '../visit.ts';
import type { Route } from './+types/form-call';
import { sendForm } from './send-form.ts';

type Asked = Readonly<Record<string, unknown>>;

const calls: Readonly<Record<string, (visit: Visit, formId: string, asked: Asked) => Promise<unknown>>> = {
  ticket: async ({ client }, formId) => ({ ticket: await client.forms.issueTicket(formId) }),
  'upload-url': async ({ client }, formId, { name, type }) => ({
    uploadUrl: await client.forms.uploadUrl(formId, { name: String(name), type: String(type) }),
  }),
  send: async (visit, formId, { values, options }) => {
    const refusal = await sendForm(visit, formId, (values ?? {}) as Asked, (options ?? {}) as SubmitOptions);
    return refusal ?? { status: 200 };
  },
};

/** Answers in the API's words, so that the same client reads them. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const call = Object.hasOwn(calls, params.call) ? calls[params.call] : undefined;
  if (!call) throw data(null, { status: 404 });
  try {
    return Response.json(await call(context.get(visitContext), params.formId, (await request.json()) as Asked));
  } catch (error) {
    if (!(error instanceof PorticoError)) throw error;
    const { status, message, code, data } = error;
    const details = { applicationError: { code, description: message, data } };
    return Response.json({ message, details }, { status });
  }
}
