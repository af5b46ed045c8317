/** Calls that the vendor's form viewer makes in addition to loading the form (forms contract sections 3, 5.3 and 7). */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Form } from './form.ts';
import { EntityId, optional } from './parts.ts';

const Restriction = Type.Object({ limit: Type.Integer(), warnThreshold: Type.Optional(Type.Integer()) });

export const formViewerCalls = {
  listRestrictions: endpoint({
    id: 'forms.restrictions.get',
    slice: 'forms',
    access: 'forms:manage',
    method: 'GET',
    path: '/v4/restrictions',
    summary: 'Get the maximum number of forms, fields, steps and rules',
    response: Type.Object({
      restrictions: Type.Object({
        formsLimit: Restriction,
        fieldsLimit: Restriction,
        stepsLimit: Restriction,
        conditionsLimit: Restriction,
        emailsLimit: Restriction,
        rulesLimit: Restriction,
        features: Type.Array(Type.String()),
        ascendPlan: optional.text,
      }),
      totalFormCount: Type.Integer(),
    }),
    errors: [],
  }),
  getSiteProperties: endpoint({
    id: 'forms.siteProperties.get',
    slice: 'forms',
    access: 'forms:read',
    method: 'GET',
    path: '/v4/standalone-forms/site-properties',
    summary: 'Get country, language and currency of the site for the form viewer',
    response: Type.Object({
      siteProperties: Type.Object({
        localeCountry: Type.String(),
        localeLanguageCode: Type.String(),
        paymentCurrency: Type.String(),
        /** Portico extension: the maximum file size, so that a form can check a file before the upload. */
        maxFileMb: Type.Number(),
      }),
    }),
    errors: [],
  }),
  listAddressTemplates: endpoint({
    id: 'forms.addressTemplates.list',
    slice: 'forms',
    access: 'forms:read',
    method: 'GET',
    path: '/v1/templates',
    summary: 'List the address templates of countries',
    query: Type.Object({
      templateIds: Type.Optional(Type.Array(EntityId, { maxItems: 100 })),
      namespace: optional.text,
    }),
    response: Type.Object({ templates: Type.Array(Type.Partial(Form)) }),
    errors: [],
  }),
};
