import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { notifySuccess } from '../app/notify.ts';
import { updateSessionSite, useSignedIn } from '../app/session.ts';
import { CopyField } from '../ui/CopyField.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { focusFirstError } from '../ui/form-errors.ts';
import { UnsavedChanges } from '../ui/UnsavedChanges.tsx';
import { DeleteSite } from './DeleteSite.tsx';
import { TimeZoneSelect } from './TimeZoneSelect.tsx';

/** Name, time zone and address of the site, and its deletion. */
export function SiteSettings() {
  const { site } = useSignedIn();
  const form = useForm({
    initialValues: { name: site.name, timeZone: site.timeZone },
    validate: { name: (value) => (value.trim() === '' ? 'Give the site a name.' : null) },
  });
  const save = useMutation({
    mutationFn: ({ name, timeZone }: { name: string; timeZone: string }) =>
      admin.call('sites.sites.update', { body: { site: { name: name.trim(), timeZone } } }),
    onSuccess: ({ site }) => {
      form.resetDirty({ name: site.name, timeZone: site.timeZone });
      updateSessionSite(site);
      notifySuccess('The site is saved.');
    },
  });
  return (
    <Stack maw={480} gap="lg">
      <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
        <Stack>
          {save.error && <ErrorState error={save.error} />}
          <TextInput label="Name of the site" maxLength={100} required {...form.getInputProps('name')} />
          <TimeZoneSelect {...form.getInputProps('timeZone')} />
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()} style={{ alignSelf: 'flex-start' }}>
            Save
          </Button>
        </Stack>
      </form>
      <UnsavedChanges hasChanges={form.isDirty() && !save.isPending} />
      <CopyField label="Address" value={site.url} />
      <CopyField label="Site id" value={site.siteId} />
      {site.role === 'owner' && <DeleteSite site={site} />}
    </Stack>
  );
}
