import {
  ADD_ROW,
  CAPTCHA_NAME,
  describeForm,
  Form,
  HONEYPOT_NAME,
  isClosed,
  KEY_NAME,
  redirectOf,
  schemaOf,
  ThankYou,
  TICKET_NAME,
} from '@portico/react';
import type { FieldError, FormValues } from '@portico/sdk';
import { useCallback, useMemo } from 'react';
import { data, redirect, redirectDocument, useNavigate } from 'react-router';
import { FrameHeight } from '../embed/FrameHeight.tsx';
import { isFrameRequest } from '../embed/frame-route.ts';
import { hostContext } from '../host.ts';
import { Captcha } from '../identity/captcha/Captcha.tsx';
import { formCaptchaOf } from '../identity/captcha/captcha.ts';
import { formFramePath, formPath } from '../layout/frame.ts';
import { textsOf, useLanguage, useTexts } from '../texts/index.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/FormPage';
import { withBlankRow } from './blank-row.ts';
import { browserCalls } from './browser-calls.ts';
import { issueTicket, loadForm, loadSiteProperties } from './load-form.ts';
import { readPost, sendForm } from './send-form.ts';
import '@portico/react/styles/calendar.css';
import '@portico/react/styles/form-inputs.css';
import { readForm } from '../posted-body.ts';
import '@portico/react/styles/form-layout.css';

/**
 * Loads a form, or the confirmation after it was sent (`?sent`). Origins that the owner allows may show the form in a
 * frame, at a separate path.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const isSubmitted = new URL(request.url).searchParams.has('sent');
  const [form, site] = await Promise.all([loadForm(visit, params.formId), loadSiteProperties(visit)]);
  const ticket = isSubmitted || isClosed(form, new Date()) ? '' : await issueTicket(visit, form);
  const captcha = form.submissionPolicy?.captchaRequired ? formCaptchaOf(visit, context.get(hostContext)) : null;
  const isFramed = isFrameRequest(request);
  const path = isFramed ? formFramePath(form.id) : formPath(form.id);
  if (isFramed) context.get(hostContext).allowFraming(form.submissionPolicy?.allowedOrigins ?? []);
  const memberName = visit.member?.profile?.nickname ?? visit.member?.loginEmail ?? '';
  const key = crypto.randomUUID();
  return { siteName: visit.site.name, form, site, isSubmitted, ticket, captcha, memberName, key, path, isFramed };
}

interface ActionResult {
  readonly values: FormValues;
  readonly errors: readonly FieldError[];
  readonly failure: string | null;
  /**
   * The ticket (spam protection) that was issued when the page was first requested. It stays valid after a rejected
   * submission.
   */
  readonly ticket: string;
}

/** Handles the POST of a page without scripts: submits the form with its files, or adds a row. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await loadForm(visit, params.formId);
  const submittedForm = await readForm(request);
  const view = describeForm(schemaOf(form), textsOf(visit.language));
  const { values, problem } = await readPost(visit, form, view.fields, submittedForm);
  const text = (name: string): string => String(submittedForm.get(name) ?? '');
  const ticket = text(TICKET_NAME);
  const row = text(ADD_ROW);
  if (row !== '') return data<ActionResult>({ values: withBlankRow(values, row), errors: [], failure: null, ticket });
  const rejection =
    problem ??
    (await sendForm(visit, form.id, values, {
      idempotencyKey: text(KEY_NAME) || undefined,
      ticket,
      honeypot: text(HONEYPOT_NAME),
      captchaToken: text(CAPTCHA_NAME),
    }));
  if (rejection) {
    const { status, errors, failure } = rejection;
    return data<ActionResult>({ values, errors, failure, ticket }, { status });
  }
  const target = redirectOf(form);
  // Redirects after the POST, so that a reload does not submit the form again.
  // In a frame, the confirmation links to the target, because the target may not allow framing.
  if (isFrameRequest(request)) return redirect(`${formFramePath(form.id)}?sent`);
  return target && !target.inNewTab ? redirectDocument(target.url) : redirect(`${formPath(form.id)}?sent`);
}

export default function FormPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, form, site, isSubmitted, ticket, captcha, memberName, key, path, isFramed } = loaderData;
  const texts = useTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const calls = useMemo(() => browserCalls(form.id), [form.id]);
  const openAgain = useCallback(() => void navigate(path, { replace: true }), [navigate, path]);
  const title = form.name || texts.site.frame.form;
  const hasErrors = actionData && (actionData.errors.length > 0 || actionData.failure);
  return (
    <div className="page page-narrow">
      <title>{`${hasErrors ? texts.problem(title) : isSubmitted ? texts.site.form.thanks : title} · ${siteName}`}</title>
      <h1>{title}</h1>
      {isFramed && <FrameHeight />}
      {isSubmitted ? (
        <ThankYou form={form} texts={texts} onDone={openAgain} inFrame={isFramed} />
      ) : (
        <>
          {actionData?.failure && (
            <div className="portico-summary" role="alert">
              <p>{actionData.failure}</p>
            </div>
          )}
          <Form
            form={form}
            texts={texts}
            values={actionData?.values}
            errors={actionData?.errors}
            ticket={actionData?.ticket || ticket}
            submissionKey={key}
            issueTicket={calls.issueTicket}
            upload={calls.upload}
            onSubmit={async (submitted) => {
              const rejected = await calls.send(submitted);
              if (rejected) return rejected;
              const target = redirectOf(form);
              if (target && !target.inNewTab && !isFramed) location.assign(target.url);
              else await navigate(`${path}?sent`);
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
