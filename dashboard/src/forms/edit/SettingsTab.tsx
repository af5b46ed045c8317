import { Input, NativeSelect, Radio, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Switch.css';
import { Section } from '../../ui/Section.tsx';
import { atSiteClock, siteClock } from '../../ui/site-zone.ts';
import { Count, type DraftProps, placesOf } from './DraftInputs.tsx';
import { PolicySettings } from './PolicySettings.tsx';
import { RichText } from './RichText.tsx';

const levels = [
  { value: 'NONE', label: 'Off' },
  { value: 'BASIC', label: 'Basic: blocked senders, and robots that give themselves away' },
  { value: 'ADVANCED', label: 'Advanced: looks at what is written too' },
];

/** Everything about a form that is not a field, page or rule. */
export function SettingsTab(props: DraftProps) {
  const { draft } = props;
  const { get, set, errorAt } = placesOf(props);
  const tags = get('tags.tags.tagIds');
  return (
    <Stack gap="xl" maw={720}>
      <Section title="Form">
        <TextInput
          label="Name"
          required
          maxLength={200}
          value={draft.name ?? ''}
          error={draft.name?.trim() ? errorAt('name') : 'Give the form a name.'}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <Switch
          label="Open"
          description="A closed form shows its message instead of its fields."
          checked={draft.enabled}
          onChange={(event) => set('enabled', event.currentTarget.checked)}
        />
        <RichText
          label="Message of the closed form"
          error={errorAt('disabledFormMessage')}
          value={get('disabledFormMessage')}
          onChange={(content) => set('disabledFormMessage', content)}
        />
        <TagsInput
          label="Tags"
          description="To find forms by. Only staff sees them."
          placeholder="Enter one after the other"
          maxTags={100}
          maxLength={100}
          value={Array.isArray(tags) ? tags : []}
          onChange={(next) => set('tags.tags.tagIds', next)}
        />
      </Section>
      <Section title="Limits" lead="The form closes by itself when one of them is reached.">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Count label="Submissions in all" path="limitationRule.maxAllowedSubmissions" min={0} {...props} />
          <Count label="Submissions of one person" path="limitationRule.submissionLimitPerUser" min={1} {...props} />
        </SimpleGrid>
        <TextInput
          label="Open until"
          type="datetime-local"
          maw={280}
          value={toLocal(get('limitationRule.dateTimeDeadline'))}
          error={errorAt('limitationRule.dateTimeDeadline')}
          onChange={(event) => set('limitationRule.dateTimeDeadline', fromLocal(event.currentTarget.value))}
        />
      </Section>
      <AfterSending {...props} />
      <Section title="How required fields are marked">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label="Sign"
            data={[
              { value: 'ASTERISK', label: 'An asterisk' },
              { value: 'TEXT', label: 'The word “required”' },
              { value: 'NONE', label: 'Nothing' },
            ]}
            value={String(get('requiredIndicatorProperties.requiredIndicator') ?? 'ASTERISK')}
            onChange={(event) => set('requiredIndicatorProperties.requiredIndicator', event.currentTarget.value)}
          />
          <NativeSelect
            label="Place"
            data={[
              { value: 'AFTER_FIELD_TITLE', label: 'Behind the label' },
              { value: 'BEFORE_FIELD_TITLE', label: 'Before the label' },
            ]}
            value={String(get('requiredIndicatorProperties.requiredIndicatorPlacement') ?? 'AFTER_FIELD_TITLE')}
            onChange={(event) =>
              set('requiredIndicatorProperties.requiredIndicatorPlacement', event.currentTarget.value)
            }
          />
        </SimpleGrid>
      </Section>
      <Section title="Protection">
        <NativeSelect
          label="Against spam"
          description="What is taken for spam waits under Spam, and can be brought back."
          data={levels}
          value={String(get('spamFilterProtectionLevel') ?? 'ADVANCED')}
          onChange={(event) => set('spamFilterProtectionLevel', event.currentTarget.value)}
        />
        <Switch
          label="Ask for a captcha"
          description="By the provider that is chosen under Settings, Sign-in."
          checked={get('submissionPolicy.captchaRequired') === true}
          onChange={(event) => set('submissionPolicy.captchaRequired', event.currentTarget.checked)}
        />
        <Radio.Group
          label="Who may read submissions"
          description="Staff always may, and everybody their own."
          value={String(get('submissionAccess') || 'OWNER')}
          onChange={(level) => set('submissionAccess', level === 'OWNER' ? undefined : level)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="OWNER" label="Nobody else" />
            <Radio value="MEMBERS" label="All members of the site" />
            <Radio value="PUBLIC" label="Everybody" />
          </Stack>
        </Radio.Group>
      </Section>
      <PolicySettings {...props} />
    </Stack>
  );
}

function AfterSending(props: DraftProps) {
  const { get, set, errorAt } = placesOf(props);
  const action = String(get('submitSettings.submitSuccessAction') ?? 'NO_ACTION');
  return (
    <Section title="After sending">
      <NativeSelect
        label="Visitors then"
        data={[
          { value: 'THANK_YOU_MESSAGE', label: 'Read a message' },
          { value: 'REDIRECT', label: 'Go to another address' },
          { value: 'NO_ACTION', label: 'Stay where they are' },
          ...(action === 'POPUP' ? [{ value: 'POPUP', label: 'See a popup' }] : []),
        ]}
        value={action}
        onChange={(event) => set('submitSettings.submitSuccessAction', event.currentTarget.value)}
      />
      {action === 'THANK_YOU_MESSAGE' && (
        <>
          <RichText
            label="Message"
            error={errorAt('submitSettings.thankYouMessageOptions')}
            value={get('submitSettings.thankYouMessageOptions.richContent')}
            onChange={(content) => set('submitSettings.thankYouMessageOptions.richContent', content)}
          />
          <Count
            label="Seconds it is shown"
            description="Then the form can be filled in again. Empty: it stays."
            path="submitSettings.thankYouMessageOptions.durationInSeconds"
            min={1}
            {...props}
          />
        </>
      )}
      {action === 'REDIRECT' && (
        <>
          <TextInput
            label="Address"
            type="url"
            placeholder="https://"
            maxLength={2000}
            value={String(get('submitSettings.redirectOptions.redirectUrl') ?? '')}
            error={errorAt('submitSettings.redirectOptions.redirectUrl')}
            onChange={(event) => set('submitSettings.redirectOptions.redirectUrl', event.currentTarget.value)}
          />
          <Switch
            label="In a new tab"
            checked={get('submitSettings.redirectOptions.target') === 'BLANK'}
            onChange={(event) =>
              set('submitSettings.redirectOptions.target', event.currentTarget.checked ? 'BLANK' : 'SELF')
            }
          />
        </>
      )}
      {action === 'POPUP' && (
        <Input.Wrapper label="Popup" description="It is shown by the site that embeds the form." />
      )}
    </Section>
  );
}

/** An instant as an input shows it, by the site's clock. */
function toLocal(iso: unknown): string {
  const at = typeof iso === 'string' ? new Date(iso) : null;
  return !at || Number.isNaN(at.getTime()) ? '' : siteClock(at).slice(0, 16);
}

const fromLocal = (text: string): string | undefined => atSiteClock(text)?.toISOString();
