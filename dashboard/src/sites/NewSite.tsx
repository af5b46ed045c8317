import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { admin } from '../app/client.ts';
import { notifySuccess } from '../app/notify.ts';
import { refreshSites, switchSite } from '../app/session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FormButtons } from '../ui/FormButtons.tsx';
import { focusFirstError } from '../ui/form-errors.ts';
import { getSiteZone } from '../ui/site-zone.ts';
import { TimeZoneSelect } from './TimeZoneSelect.tsx';

const SLUG_PATTERN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** Creates a site and switches to it. */
export function NewSite({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="New site">
      <NewSiteForm onClose={onClose} />
    </Modal>
  );
}

function NewSiteForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: '', slug: '', timeZone: getSiteZone() },
    validate: {
      name: (name) => (name.trim() === '' ? 'Give the site a name.' : null),
      slug: (slug) =>
        slug === '' || SLUG_PATTERN.test(slug)
          ? null
          : 'Use lower-case letters, digits and hyphens. Do not start or end with a hyphen.',
    },
  });
  const create = useMutation({
    mutationFn: async ({ name, slug, timeZone }: typeof form.values) => {
      const site = { name: name.trim(), timeZone, ...(slug ? { slug } : {}) };
      return (await admin.call('sites.sites.create', { body: { site } })).site;
    },
    onSuccess: async (site) => {
      await refreshSites();
      onClose();
      switchSite(site.siteId);
      navigate('/');
      notifySuccess(`The site “${site.name}” is created. Its address is ${site.url}.`);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values), focusFirstError)} noValidate>
      <Stack>
        {create.error && <ErrorState error={create.error} />}
        <TextInput label="Name of the site" maxLength={100} required data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label="Short name"
          description="The first part of the address of the site. Leave it empty to derive it from the name."
          placeholder="my-shop"
          maxLength={40}
          {...form.getInputProps('slug')}
        />
        <TimeZoneSelect {...form.getInputProps('timeZone')} />
        <FormButtons isPending={create.isPending} onCancel={onClose}>
          Create site
        </FormButtons>
      </Stack>
    </form>
  );
}
