import { describeForm, type FormView, isClosed, schemaOf } from '@portico/react';
import { type EmbeddedForm, embeddedParts } from '@portico/react/forms/view/embedded-form';
import { issueTicket, loadForm, loadSiteProperties } from '../forms/load-form.ts';
import { directionOf } from '../language.ts';
import { formPath } from '../layout/frame.ts';
import { textsOf } from '../texts/index.ts';
import { themeCss } from '../theme.ts';
import { visitContext } from '../visit.ts';
import type { Route } from './+types/form-data';

/** Responds to `<portico-form>` with the form in the language of `?lang`. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const visit = context.get(visitContext);
  const { language, site, settings } = visit;
  const [form, properties] = await Promise.all([loadForm(visit, params.formId), loadSiteProperties(visit)]);
  const origin = request.headers.get('origin') ?? '';
  const embedded: EmbeddedForm = {
    form: embeddedParts(form),
    view: withAbsoluteImages(describeForm(schemaOf(form), textsOf(language)), request.url),
    ticket: isClosed(form, new Date()) ? '' : await issueTicket(visit, form),
    clientId: site.clientId ?? '',
    site: {
      language,
      country: properties?.localeCountry,
      currency: properties?.paymentCurrency,
      maxFileBytes: properties?.maxFileMb ? properties.maxFileMb * 1_048_576 : undefined,
    },
    direction: directionOf(language),
    css: themeCss(settings.theme, ':host'),
    pageUrl: new URL(formPath(form.id), request.url).href,
    needsPage: form.submissionPolicy?.captchaRequired === true,
    mayFrame: form.submissionPolicy?.allowedOrigins?.includes(origin) === true,
  };
  return Response.json(embedded);
}

/** Makes the URLs of images absolute, because a path of this site does not work on the website that shows the form. */
const withAbsoluteImages = (view: FormView, base: string): FormView =>
  JSON.parse(JSON.stringify(view), (key, value: unknown) =>
    key === 'image' && typeof value === 'string' && value !== '' ? new URL(value, base).href : value,
  ) as FormView;
