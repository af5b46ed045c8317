import {
  ADD_ROW,
  CAPTCHA_NAME,
  describeForm,
  HONEYPOT_NAME,
  isClosed,
  KEY_NAME,
  PorticoForm,
  redirectOf,
  schemaOf,
  ThankYou,
  TICKET_NAME,
} from '@portico/react';
import type { FieldError, Form, FormValues, SiteProperties } from '@portico/sdk';
import { useCallback, useMemo } from 'react';
import { data, redirect, redirectDocument, useNavigate } from 'react-router';
import { hostContext } from '../host.ts';
import { Captcha } from '../identity/captcha/Captcha.tsx';
import { formCaptchaOf } from '../identity/captcha/captcha.ts';
import { asPageError } from '../layout/as-page-error.ts';
import { formPath } from '../layout/frame.ts';
import { textsOf, useLanguage, useTexts } from '../texts/index.ts';
import { type Visit, visitContext } from '../visit.ts';
import type { Route } from './+types/FormPage';
import { withBlankRow } from './blank-row.ts';
import { browserCalls } from './browser-calls.ts';
import { readPost, sendForm } from './send-form.ts';
import '../styles/calendar.css';
import '../styles/form-inputs.css';
import '../styles/form-layout.css';

/** A form, or its thanks once it was sent (`?sent`). */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const sent = new URL(request.url).searchParams.has('sent');
  const [form, site] = await Promise.all([loadForm(visit, params.formId), siteOf(visit)]);
  const ticket = sent || isClosed(form, new Date()) ? '' : await ticketFor(visit, form);
  const captcha = form.submissionPolicy?.captchaRequired ? formCaptchaOf(visit, context.get(hostContext)) : null;
  const memberName = visit.member?.profile?.nickname ?? visit.member?.loginEmail ?? '';
  return { siteName: visit.site.name, form, site, sent, ticket, captcha, memberName, key: crypto.randomUUID() };
}

interface Answer {
  readonly values: FormValues;
  readonly errors: readonly FieldError[];
  readonly failure: string | null;
  /** the one that the page was first shown with: a refusal does not use it up */
  readonly ticket: string;
}

/** A form posted by a page without scripts: with its files, or for one row more. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await loadForm(visit, params.formId);
  const posted = await request.formData();
  const view = describeForm(schemaOf(form), textsOf(visit.language));
  const { values, problem } = await readPost(visit, form, view.fields, posted);
  const text = (name: string): string => String(posted.get(name) ?? '');
  const ticket = text(TICKET_NAME);
  const row = text(ADD_ROW);
  if (row !== '') return data<Answer>({ values: withBlankRow(values, row), errors: [], failure: null, ticket });
  const refusal =
    problem ??
    (await sendForm(visit, form.id, values, {
      idempotencyKey: text(KEY_NAME) || undefined,
      ticket,
      honeypot: text(HONEYPOT_NAME),
      captchaToken: text(CAPTCHA_NAME),
    }));
  if (refusal) {
    const { status, errors, failure } = refusal;
    return data<Answer>({ values, errors, failure, ticket }, { status });
  }
  const elsewhere = redirectOf(form);
  // To another address after the post: reloading the page must not send the form twice.
  return elsewhere && !elsewhere.inNewTab ? redirectDocument(elsewhere.url) : redirect(`${formPath(form.id)}?sent`);
}

export default function FormPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, form, site, sent, ticket, captcha, memberName, key } = loaderData;
  const texts = useTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const calls = useMemo(() => browserCalls(form.id), [form.id]);
  const openAgain = useCallback(() => void navigate(formPath(form.id), { replace: true }), [navigate, form.id]);
  const title = form.name || texts.site.frame.form;
  const wrong = actionData && (actionData.errors.length > 0 || actionData.failure);
  return (
    <div className="page page-narrow">
      <title>{`${wrong ? texts.problem(title) : sent ? texts.site.form.thanks : title} · ${siteName}`}</title>
      <h1>{title}</h1>
      {sent ? (
        <ThankYou form={form} texts={texts} onDone={openAgain} />
      ) : (
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
            ticket={actionData?.ticket || ticket}
            submissionKey={key}
            issueTicket={calls.issueTicket}
            upload={calls.upload}
            onSubmit={async (given) => {
              const refused = await calls.send(given);
              if (refused) return refused;
              const elsewhere = redirectOf(form);
              if (elsewhere && !elsewhere.inNewTab) location.assign(elsewhere.url);
              else await navigate(`${formPath(form.id)}?sent`);
            }}
            captcha={captcha && <Captcha settings={captcha} />}
            signIn={{ url: '/sign-in', memberName }}
            site={{
              language,
              country: site?.localeCountry,
              currency: site?.paymentCurrency,
              maxFileBytes: site?.maxFileMb ? site.maxFileMb * 1_048_576 : undefined,
            }}
          />
        </>
      )}
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

/** A form without them begins in no country, and the rest goes on. */
const siteOf = ({ client }: Visit): Promise<SiteProperties | null> => client.forms.siteProperties().catch(() => null);

/** What comes without a ticket is not judged by it. */
const ticketFor = ({ client }: Visit, form: Form): Promise<string> => client.forms.issueTicket(form.id).catch(() => '');
