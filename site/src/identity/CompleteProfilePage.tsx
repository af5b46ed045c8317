import {
  allProfileFields,
  CompleteProfile,
  profileErrors,
  readProfile,
  rejectionOf,
  toIdentityProfile,
} from '@portico/react';
import { data } from 'react-router';
import { readForm } from '../posted-body.ts';
import { textsOf, useTexts } from '../texts/index.ts';
import { type Visit, visitContext } from '../visit.ts';
import type { Route } from './+types/CompleteProfilePage';
import { IdentityPage } from './IdentityPage.tsx';
import { commonFields, goTo, requestOf } from './request.ts';
import { requireStep } from './step.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const authRequest = requestOf(request);
  return { siteName: visit.site.name, authRequest, fields: await missingFields(visit, authRequest) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const texts = textsOf(visit.language);
  const form = await readForm(request);
  const common = commonFields(form);
  const fields = await missingFields(visit, common.request ?? null);
  const values = readProfile(fields, form);
  const fieldErrors = profileErrors(fields, values, texts);
  if (Object.keys(fieldErrors).length > 0) return data({ values, errors: fieldErrors }, { status: 400 });
  try {
    const body = { profile: toIdentityProfile(fields, values), ...common };
    const { redirectTo } = await visit.browser.call('identity.session.completeProfile', { body });
    return goTo(redirectTo);
  } catch (error) {
    const { status, errors } = rejectionOf(error, texts);
    return data({ values, errors }, { status });
  }
}

/** Returns the required fields that the member has not filled in. */
async function missingFields(visit: Visit, authRequest: string | null) {
  const { missingFields } = await requireStep(visit, 'REQUIRE_MISSING_FIELDS', authRequest);
  const all = allProfileFields({ ...visit.settings, requiredFields: missingFields }, textsOf(visit.language));
  return all.filter(({ required }) => required);
}

export default function CompleteProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, authRequest, fields } = loaderData;
  const texts = useTexts();
  const { title, lead } = texts.completeProfile;
  return (
    <IdentityPage siteName={siteName} title={title} lead={lead(siteName)} hasErrors={actionData !== undefined}>
      <CompleteProfile post={{ request: authRequest, fields, ...actionData }} texts={texts} />
    </IdentityPage>
  );
}
