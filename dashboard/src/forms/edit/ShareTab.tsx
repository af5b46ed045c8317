import { Stack } from '@mantine/core';
import { useSignedIn } from '../../app/session.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Section } from '../../ui/Section.tsx';
import { Snippet } from '../../ui/Snippet.tsx';
import type { SiteForm } from '../queries.ts';
import { shareAddress } from '../share-address.ts';

/** Where the form is filled in, and how a site of one's own shows it. */
export function ShareTab({ form }: { form: SiteForm }) {
  const { site } = useSignedIn();
  return (
    <Stack gap="xl" maw={720}>
      <Section title="Address" lead="Everybody who has it can fill in the form.">
        <CopyField label="Address to share" value={shareAddress(site, form.id)} />
      </Section>
      <Section title="On your own site" lead="In a React application, with the client of Settings, Connect your site.">
        <Snippet
          label="Code that shows the form"
          code={`import { Form, PorticoProvider } from '@portico/react';

<PorticoProvider client={client}>
  <Form formId="${form.id}" />
</PorticoProvider>`}
        />
        <CopyField label="Form id" value={form.id} />
      </Section>
    </Stack>
  );
}
