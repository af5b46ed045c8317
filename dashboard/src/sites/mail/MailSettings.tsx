import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSignedIn } from '../../app/session.ts';
import { Section } from '../../ui/Section.tsx';
import type { Settings } from '../settings/queries.ts';
import { SettingsForm } from '../settings/SettingsForm.tsx';
import { SettingsView } from '../settings/SettingsView.tsx';
import { DeliveryNote } from './DeliveryNote.tsx';
import { mailNameOf, readMail, validateMail, writeMail } from './mail-values.ts';
import { deliveryQuery } from './queries.ts';
import { SmtpFields } from './SmtpFields.tsx';
import { TestMail } from './TestMail.tsx';

/** The sender of the mails of the site, and the server that sends them. */
export function MailSettings() {
  return <SettingsView>{(loaded) => <MailForm settings={loaded} />}</SettingsView>;
}

function MailForm({ settings }: { settings: Settings }) {
  const { site } = useSignedIn();
  const delivery = useQuery(deliveryQuery);
  // After a save, the settings may be newer than the response of `deliveryQuery`, so they have priority.
  const current = settings.mail.smtp ? 'SITE' : delivery.data === 'SITE' ? undefined : delivery.data;
  return (
    <Stack gap="xl" maw={680}>
      {current && <DeliveryNote delivery={current} />}
      <SettingsForm
        settings={settings}
        read={readMail}
        write={writeMail}
        validate={validateMail(settings)}
        nameOf={mailNameOf}
      >
        {(form) => (
          <>
            <Section title="Sender">
              <TextInput
                label="Name"
                placeholder={site.name}
                maxLength={100}
                maw={420}
                {...form.getInputProps('fromName')}
              />
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput
                  label="Address"
                  description="Leave empty to use an address of the site."
                  type="email"
                  maxLength={254}
                  {...form.getInputProps('fromAddress')}
                />
                <TextInput
                  label="Replies go to"
                  description="Leave empty to use the address of the sender."
                  type="email"
                  maxLength={254}
                  {...form.getInputProps('replyTo')}
                />
              </SimpleGrid>
            </Section>
            <SmtpFields form={form} settings={settings} />
          </>
        )}
      </SettingsForm>
      <TestMail key={JSON.stringify(settings.mail)} />
    </Stack>
  );
}
