import { describeForm, PorticoForm, RichContent, readValues, refusalOf, ThankYou } from '@portico/react';
import { type Form, fieldErrorsOf } from '@portico/sdk';
import { data, redirect, redirectDocument, useNavigation, useSubmit } from 'react-router';
import { asPageError } from '../layout/as-page-error.ts';
import { formPath } from '../layout/frame.ts';
import { textsOf, useTexts } from '../texts/index.ts';
import { type Visit, visitContext } from '../visit.ts';
import type { Route } from './+types/FormPage';

/** A form, or its thanks once it was sent (`?sent`). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const form = await loadForm(visit, params.formId);
  return { siteName: visit.site.name, form, sent: new URL(request.url).searchParams.has('sent') };
}

/** A submitted form, with or without JavaScript. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await loadForm(visit, params.formId);
  const values = readValues(describeForm(form).fields, await request.formData());
  try {
    await visit.rememberVisitor();
    await visit.client.forms.submit(form.id, values);
  } catch (error) {
    const errors = fieldErrorsOf(error);
    if (errors.length > 0) return data({ values, errors, failure: null }, { status: 400 });
    const refusal = refusalOf(error, textsOf(visit.language));
    return data({ values, errors, failure: refusal.errors.form ?? null }, { status: refusal.status });
  }
  const elsewhere = redirectOf(form);
  // To another address after the post: reloading the page must not send the form twice.
  return elsewhere ? redirectDocument(elsewhere) : redirect(`${formPath(form.id)}?sent`);
}

export default function FormPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, form, sent } = loaderData;
  const texts = useTexts();
  const submit = useSubmit();
  const pending = useNavigation().state === 'submitting';
  const title = form.name || texts.site.frame.form;
  const closed = form.enabled === false;
  return (
    <div className="page page-narrow">
      <title>{`${actionData ? texts.problem(title) : sent ? texts.site.form.thanks : title} · ${siteName}`}</title>
      <h1>{title}</h1>
      {sent && <ThankYou form={form} texts={texts} />}
      {!sent && closed && <Closed form={form} />}
      {!sent && !closed && (
        <>
          {actionData?.failure && (
            <div className="portico-summary" role="alert">
              <p>{actionData.failure}</p>
            </div>
          )}
          <PorticoForm
            form={form}
            texts={texts}
            values={actionData?.values}
            errors={actionData?.errors}
            pending={pending}
            onSubmit={(_values, element) => submit(element)}
          />
        </>
      )}
    </div>
  );
}

function Closed({ form }: { form: Pick<Form, 'disabledFormMessage'> }) {
  const { forms } = useTexts();
  return (
    <div className="portico-text">
      {form.disabledFormMessage ? <RichContent content={form.disabledFormMessage} /> : <p>{forms.closed}</p>}
    </div>
  );
}

async function loadForm({ client }: Visit, formId: string): Promise<Form> {
  const form = await client.forms.getForm(formId).catch((error: unknown) => {
    throw asPageError(error);
  });
  if (!form) throw data(null, { status: 404 });
  return form;
}

/** Where the owner wants people to go after sending; only to web pages. */
function redirectOf(form: Form): string | null {
  const { submitSuccessAction, redirectOptions } = form.submitSettings ?? {};
  const url = submitSuccessAction === 'REDIRECT' ? redirectOptions?.redirectUrl : undefined;
  return url && /^https?:\/\//i.test(url) ? url : null;
}
