import { Input, NativeSelect, Radio, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Switch.css';
import { Section } from '../../ui/Section.tsx';
import { fromSiteLocalTime, toSiteLocalTime } from '../../ui/site-zone.ts';
import { AllowedOrigins } from './AllowedOrigins.tsx';
import { CountInput, createDraftAccessors, type DraftProps } from './DraftInputs.tsx';
import { PolicySettings } from './PolicySettings.tsx';
import { RichText } from './RichText.tsx';

const levels = [
  { value: 'NONE', label: 'Off' },
  { value: 'BASIC', label: 'Basic: stop blocked senders and obvious robots' },
  { value: 'ADVANCED', label: 'Advanced: also check the content of the answers' },
];

/** The settings of a form, except its fields, pages and rules. */
export function SettingsTab(props: DraftProps) {
  const { draft } = props;
  const { get, set, errorAt } = createDraftAccessors(props);
  const tags = get('tags.tags.tagIds');
  return (
    <Stack gap="xl" maw={720}>
      <Section title="Form">
        <TextInput
          label="Name"
          required
          maxLength={200}
          value={draft.name ?? ''}
          error={draft.name?.trim() ? errorAt('name') : 'Enter a name for the form.'}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <Switch
          label="Open"
          description="If you close the form, visitors see the message below instead of the fields."
          checked={draft.enabled}
          onChange={(event) => set('enabled', event.currentTarget.checked)}
        />
        <RichText
          label="Message when the form is closed"
          error={errorAt('disabledFormMessage')}
          value={get('disabledFormMessage')}
          onChange={(content) => set('disabledFormMessage', content)}
        />
        <TagsInput
          label="Tags"
          description="Tags help you find forms. Visitors do not see them."
          placeholder="Type a tag and press Enter"
          maxTags={100}
          maxLength={100}
          value={Array.isArray(tags) ? tags : []}
          onChange={(next) => set('tags.tags.tagIds', next)}
        />
      </Section>
      <Section title="Limits" lead="The form closes automatically when a limit is reached.">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <CountInput label="Total submissions" path="limitationRule.maxAllowedSubmissions" min={0} {...props} />
          <CountInput label="Submissions per person" path="limitationRule.submissionLimitPerUser" min={1} {...props} />
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
            label="Mark with"
            data={[
              { value: 'ASTERISK', label: 'An asterisk' },
              { value: 'TEXT', label: 'The word “required”' },
              { value: 'NONE', label: 'Nothing' },
            ]}
            value={String(get('requiredIndicatorProperties.requiredIndicator') ?? 'ASTERISK')}
            onChange={(event) => set('requiredIndicatorProperties.requiredIndicator', event.currentTarget.value)}
          />
          <NativeSelect
            label="Position"
            data={[
              { value: 'AFTER_FIELD_TITLE', label: 'After the label' },
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
          label="Spam filter"
          description="Suspected spam is moved to the Spam folder. From there you can move it back to the inbox."
          data={levels}
          value={String(get('spamFilterProtectionLevel') ?? 'ADVANCED')}
          onChange={(event) => set('spamFilterProtectionLevel', event.currentTarget.value)}
        />
        <Switch
          label="Ask for a captcha"
          description="Visitors prove that they are not robots. You choose the captcha provider under Settings, Sign-in."
          checked={get('submissionPolicy.captchaRequired') === true}
          onChange={(event) => set('submissionPolicy.captchaRequired', event.currentTarget.checked)}
        />
        <Radio.Group
          label="Who may read submissions"
          description="People who work on the site can always read all submissions, and everyone can read their own."
          value={String(get('submissionAccess') || 'OWNER')}
          onChange={(level) => set('submissionAccess', level === 'OWNER' ? undefined : level)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="OWNER" label="Nobody else" />
            <Radio value="MEMBERS" label="All members of the site" />
            <Radio value="PUBLIC" label="Everyone" />
          </Stack>
        </Radio.Group>
      </Section>
      <Section title="Websites">
        <AllowedOrigins {...props} />
      </Section>
      <PolicySettings {...props} />
    </Stack>
  );
}

function AfterSending(props: DraftProps) {
  const { get, set, errorAt } = createDraftAccessors(props);
  const action = String(get('submitSettings.submitSuccessAction') ?? 'NO_ACTION');
  return (
    <Section title="After sending">
      <NativeSelect
        label="What visitors see"
        data={[
          { value: 'THANK_YOU_MESSAGE', label: 'A message' },
          { value: 'REDIRECT', label: 'Another page (redirect)' },
          { value: 'NO_ACTION', label: 'Nothing new' },
          ...(action === 'POPUP' ? [{ value: 'POPUP', label: 'A popup' }] : []),
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
          <CountInput
            label="Show the message for this many seconds"
            description="Afterwards, the form is shown again. Leave empty to keep the message on the screen."
            path="submitSettings.thankYouMessageOptions.durationInSeconds"
            min={1}
            {...props}
          />
        </>
      )}
      {action === 'REDIRECT' && (
        <>
          <TextInput
            label="Address of the page"
            type="url"
            placeholder="https://"
            maxLength={2000}
            value={String(get('submitSettings.redirectOptions.redirectUrl') ?? '')}
            error={errorAt('submitSettings.redirectOptions.redirectUrl')}
            onChange={(event) => set('submitSettings.redirectOptions.redirectUrl', event.currentTarget.value)}
          />
          <Switch
            label="Open in a new tab"
            checked={get('submitSettings.redirectOptions.target') === 'BLANK'}
            onChange={(event) =>
              set('submitSettings.redirectOptions.target', event.currentTarget.checked ? 'BLANK' : 'SELF')
            }
          />
        </>
      )}
      {action === 'POPUP' && (
        <Input.Wrapper label="Popup" description="The site that embeds the form shows the popup." />
      )}
    </Section>
  );
}

/** Formats an ISO instant for a `datetime-local` input, in the time zone of the site. */
function toLocal(iso: unknown): string {
  const date = typeof iso === 'string' ? new Date(iso) : null;
  return !date || Number.isNaN(date.getTime()) ? '' : toSiteLocalTime(date).slice(0, 16);
}

const fromLocal = (text: string): string | undefined => fromSiteLocalTime(text)?.toISOString();
