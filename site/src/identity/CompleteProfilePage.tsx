import {
  allProfileFields,
  ProfileForm,
  profileErrors,
  readProfile,
  refusalOf,
  toIdentityProfile,
} from '@portico/react';
import { data } from 'react-router';
import { textsOf, useTexts } from '../texts/index.ts';
import { type Visit, visitContext } from '../visit.ts';
import type { Route } from './+types/CompleteProfilePage';
import { IdentityPage } from './IdentityPage.tsx';
import { commonOf, goTo, requestOf } from './request.ts';
import { requireStep } from './step.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const waiting = requestOf(request);
  return { siteName: visit.site.name, waiting, fields: await missingFields(visit, waiting) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const texts = textsOf(visit.language);
  const form = await request.formData();
  const common = commonOf(form);
  const fields = await missingFields(visit, common.request ?? null);
  const values = readProfile(fields, form);
  const wrong = profileErrors(fields, values, texts);
  if (Object.keys(wrong).length > 0) return data({ values, errors: wrong }, { status: 400 });
  try {
    const body = { profile: toIdentityProfile(fields, values), ...common };
    const { redirectTo } = await visit.browser.call('identity.session.completeProfile', { body });
    return goTo(redirectTo);
  } catch (error) {
    const { status, errors } = refusalOf(error, texts);
    return data({ values, errors }, { status });
  }
}

/** Of the fields that the site requires, those that the member has left empty. */
async function missingFields(visit: Visit, waiting: string | null) {
  const { missingFields } = await requireStep(visit, 'REQUIRE_MISSING_FIELDS', waiting);
  const all = allProfileFields({ ...visit.settings, requiredFields: missingFields }, textsOf(visit.language));
  return all.filter(({ required }) => required);
}

export default function CompleteProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteName, waiting, fields } = loaderData;
  const texts = useTexts();
  const { title, lead, button } = texts.completeProfile;
  return (
    <IdentityPage siteName={siteName} title={title} lead={lead(siteName)} problem={actionData !== undefined}>
      <ProfileForm
        request={waiting}
        fields={fields}
        values={actionData?.values}
        errors={actionData?.errors}
        submitText={button}
        texts={texts}
      />
    </IdentityPage>
  );
}
