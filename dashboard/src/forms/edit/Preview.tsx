import { Alert, Text } from '@mantine/core';
import { type Field, toFormField } from '@portico/domain';
import { PorticoForm } from '@portico/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '../../sites/settings/queries.ts';
import type { SiteForm } from '../queries.ts';
import type { Draft } from './draft.ts';
import classes from './Preview.module.css';

/** The form as visitors fill it in, with what is not saved yet. Nothing is sent. */
export function Preview({ base, draft }: { base: SiteForm; draft: Draft }) {
  const settings = useQuery(settingsQuery);
  const [sent, setSent] = useState<string[] | null>(null);
  const fields = draft.formFields.map((field) => toFormField(field as Field)) as SiteForm['fields'];
  const form: SiteForm = { ...base, ...draft, fields };
  const { country = 'US', currency = 'USD', files } = settings.data?.forms ?? {};
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        This is the form with what you have changed. Checks and rules work; nothing is sent, and your site gives it its
        own looks.
      </Text>
      <div role="status">
        {sent && (
          <Alert color="verdigris" mb="sm" title="Everything is valid">
            {sent.length === 0 ? 'The form would be sent empty.' : `It would send: ${sent.join(', ')}.`}
          </Alert>
        )}
      </div>
      <div className={classes.frame}>
        <PorticoForm
          form={form}
          site={{
            country,
            currency,
            // what the browser calls itself need not be a language that Intl takes
            language: Intl.DateTimeFormat().resolvedOptions().locale,
            ...(files ? { maxFileBytes: files.maxFileMb * 1024 * 1024 } : {}),
          }}
          onSubmit={async ({ values }) => setSent(Object.keys(values))}
        />
      </div>
    </>
  );
}
