import { Alert, Text } from '@mantine/core';
import { type Field, toFormField } from '@portico/domain';
import { Form } from '@portico/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '../../sites/settings/queries.ts';
import type { SiteForm } from '../queries.ts';
import type { Draft } from './draft.ts';
import classes from './Preview.module.css';

/** Shows the draft as visitors would see it. Submitting checks the values, but sends nothing. */
export function Preview({ base, draft }: { base: SiteForm; draft: Draft }) {
  const settings = useQuery(settingsQuery);
  const [submittedKeys, setSubmittedKeys] = useState<string[] | null>(null);
  const fields = draft.formFields.map((field) => toFormField(field as Field)) as SiteForm['fields'];
  const form: SiteForm = { ...base, ...draft, fields };
  const { country = 'US', currency = 'USD', files } = settings.data?.forms ?? {};
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        This preview includes changes that you have not saved yet. You can try out checks and rules, and nothing is
        sent. On your site, the form takes on the design of the site.
      </Text>
      <div role="status">
        {submittedKeys && (
          <Alert color="verdigris" mb="sm" title="Everything is valid">
            {submittedKeys.length === 0
              ? 'The form would be sent without any values.'
              : `The form would send: ${submittedKeys.join(', ')}.`}
          </Alert>
        )}
      </div>
      <div className={classes.frame}>
        <Form
          form={form}
          site={{
            country,
            currency,
            // Intl may reject the value of `navigator.language`, whereas the resolved locale is always valid.
            language: Intl.DateTimeFormat().resolvedOptions().locale,
            ...(files ? { maxFileBytes: files.maxFileMb * 1024 * 1024 } : {}),
          }}
          onSubmit={async ({ values }) => setSubmittedKeys(Object.keys(values))}
        />
      </div>
    </>
  );
}
