/** Other calls of the vendor's form viewer and form builder (forms contract sections 3, 5.3, 7). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { addressTemplates, FORM_APP_NAMESPACE, formLimits } from '@portico/domain';
import type { SiteCtx } from '../kernel/ctx.ts';
import { countForms } from './forms/store.ts';
import { requireFormsManager, requireFormsReader } from './permissions.ts';

type Endpoints = typeof formsEndpoints;

/** The namespaces of the vendor's applications (forms contract section 3). Forms may have any other namespace, too. */
const NAMESPACES: readonly { namespace: string; appId?: string }[] = [
  { namespace: FORM_APP_NAMESPACE, appId: '225dd912-7dea-4738-8688-4b8c6955ffc2' },
  { namespace: 'wix.bookings.v2.bookings' },
  { namespace: 'wix.pricing_plans.v1.custom_form' },
  { namespace: 'wix.ecom.v1.checkout' },
  { namespace: 'wix.achievements.quizzes.v1.quiz' },
  { namespace: 'wix.contacts.v4.contact' },
];

export async function listFormsProvidersConfigs(ctx: SiteCtx): Promise<Output<Endpoints['listFormsProvidersConfigs']>> {
  requireFormsReader(ctx.caller);
  const { maxForms, maxFields, maxDeletedForms, maxDeletedFields } = ctx.site.settings.forms.limits;
  const restrictions = { maxForms, maxFields, maxDeletedForms, maxDeletedFields };
  return { configs: NAMESPACES.map((provider) => ({ ...provider, restrictions })) };
}

const ADDRESS_NAMESPACE = 'wix.form_platform.form';

/** The form builder warns the owner when this part of a limit is used. */
const WARNING_RATIO = 0.9;
/** Maximum number of e-mail addresses that receive the notifications of a form. */
const MAX_ADDRESSES = 10;

/** Returns the limits of a form and of the site, and the number of forms. */
export async function listRestrictions(ctx: SiteCtx): Promise<Output<Endpoints['listRestrictions']>> {
  requireFormsManager(ctx.caller);
  const { maxForms, maxFields, maxSteps, maxRules } = ctx.site.settings.forms.limits;
  const restriction = (limit: number) => ({ limit, warnThreshold: Math.floor(limit * WARNING_RATIO) });
  const { total } = await countForms(ctx.db, ctx.site.id, null);
  return {
    restrictions: {
      formsLimit: restriction(maxForms),
      fieldsLimit: restriction(maxFields),
      stepsLimit: restriction(maxSteps),
      conditionsLimit: restriction(formLimits.conditions),
      emailsLimit: restriction(MAX_ADDRESSES),
      rulesLimit: restriction(maxRules),
      features: [],
    },
    totalFormCount: total,
  };
}

/** Returns the default country of addresses and phones, and the currency of payments. */
export async function getSiteProperties(ctx: SiteCtx): Promise<Output<Endpoints['getSiteProperties']>> {
  requireFormsReader(ctx.caller);
  const { forms, language } = ctx.site.settings;
  return {
    siteProperties: {
      localeCountry: forms.country,
      localeLanguageCode: language,
      paymentCurrency: forms.currency,
      maxFileMb: forms.files.maxFileMb,
    },
  };
}

/** Returns the address templates of all countries, or those that the request names. */
export async function listAddressTemplates(
  ctx: SiteCtx,
  { query }: Input<Endpoints['listAddressTemplates']>,
): Promise<Output<Endpoints['listAddressTemplates']>> {
  requireFormsReader(ctx.caller);
  const ids = query.templateIds?.length ? query.templateIds : [...addressTemplates.keys()];
  const templates = [...new Set(ids)].flatMap((id) => addressTemplates.get(id) ?? []);
  return {
    templates: templates.map(({ id, name, fields, steps }) => ({
      id,
      name,
      namespace: ADDRESS_NAMESPACE,
      fields: [...fields],
      steps: [...steps],
    })),
  };
}
