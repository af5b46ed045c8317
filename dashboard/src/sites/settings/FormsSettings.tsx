import { NumberInput, Select, SimpleGrid, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Switch.css';
import type { UseFormReturnType } from '@mantine/form';
import { formLimits } from '@portico/domain/forms/vocabulary';
import { listCountryOptions } from '../../ui/countries.ts';
import { Section } from '../../ui/Section.tsx';
import { type FormsValues, formsNameOf, readForms, validateForms, writeForms } from './forms-values.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsView } from './SettingsView.tsx';

/** Settings of all forms of the site. A form can override some of them. */
export function FormsSettings() {
  return (
    <Stack maw={720}>
      <Text size="sm" c="dimmed">
        These settings apply to all forms of this site.
      </Text>
      <SettingsView>
        {(loaded) => (
          <SettingsForm
            settings={loaded}
            read={readForms}
            write={writeForms}
            validate={validateForms}
            nameOf={formsNameOf}
          >
            {(form) => <Sections form={form} />}
          </SettingsForm>
        )}
      </SettingsView>
    </Stack>
  );
}

type Form = UseFormReturnType<FormsValues>;

function Sections({ form }: { form: Form }) {
  return (
    <>
      <Section title="Submissions">
        <Switch
          label="Mail the owners about each submission"
          description="Many submissions within an hour come in one mail. Each form can change this."
          {...form.getInputProps('notifyOwners', { type: 'checkbox' })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Count form={form} label="Days a submission waits to be confirmed" path="pendingDays" max={3650} />
          <Count form={form} label="Days submissions stay in the trash" path="trashDays.submissions" max={3650} />
          <Count form={form} label="Days forms stay in the trash" path="trashDays.forms" max={3650} />
        </SimpleGrid>
      </Section>
      <Section title="Country and money">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label="Country"
            description="Preselected in addresses and phone numbers."
            searchable
            allowDeselect={false}
            data={listCountryOptions()}
            {...form.getInputProps('country')}
          />
          <TextInput
            label="Currency"
            description="For payments, for example EUR."
            maxLength={3}
            {...form.getInputProps('currency')}
          />
        </SimpleGrid>
      </Section>
      <Section title="Files" lead="The maximum size of uploaded files, in MB.">
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <Count form={form} label="One file" path="files.maxFileMb" max={1024} />
          <Count form={form} label="All of one form" path="files.formQuotaMb" max={1_048_576} />
          <Count form={form} label="All of the site" path="files.siteQuotaMb" max={1_048_576} />
        </SimpleGrid>
      </Section>
      <Section title="Spam" lead="Submissions from these senders go to the spam folder.">
        <TagsInput
          label="Blocked addresses"
          description="IP addresses and ranges, for example 203.0.113.0/24."
          placeholder="Press Enter after each"
          maxTags={1000}
          {...form.getInputProps('spam.blockedAddresses')}
        />
        <TagsInput
          label="Blocked e-mails"
          description="Addresses and whole domains, for example @example.org."
          placeholder="Press Enter after each"
          maxTags={1000}
          {...form.getInputProps('spam.blockedEmails')}
        />
        <Count form={form} label="Submissions per e-mail address and hour" path="spam.emailsPerHour" max={10_000} />
      </Section>
      <Section title="Limits" lead="How many of each this site may have.">
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
          <Count form={form} label="Forms" path="limits.maxForms" max={10_000} />
          <Count form={form} label="Fields of a form" path="limits.maxFields" max={formLimits.fields} />
          <Count form={form} label="Pages of a form" path="limits.maxSteps" max={formLimits.steps} />
          <Count form={form} label="Rules of a form" path="limits.maxRules" max={formLimits.rules} />
          <Count form={form} label="Forms in the trash" path="limits.maxDeletedForms" max={10_000} />
          <Count
            form={form}
            label="Deleted fields of a form"
            path="limits.maxDeletedFields"
            max={formLimits.deletedFields}
          />
        </SimpleGrid>
      </Section>
    </>
  );
}

const Count = ({ form, label, path, max }: { form: Form; label: string; path: string; max: number }) => (
  <NumberInput label={label} min={1} max={max} allowDecimal={false} hideControls {...form.getInputProps(path)} />
);
