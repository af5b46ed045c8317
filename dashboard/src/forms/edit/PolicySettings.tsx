import { NativeSelect, SimpleGrid, Switch, TagsInput } from '@mantine/core';
import { Section } from '../../ui/Section.tsx';
import { CountInput, createDraftAccessors, type DraftProps } from './DraftInputs.tsx';

const OWNERS = 'submissionPolicy.notify.owners';

/** Settings for the submissions of a form: confirmation, notifications, retention and storage. */
export function PolicySettings(props: DraftProps) {
  const { get, set, errorAt } = createDraftAccessors(props);
  const owners = get(OWNERS);
  const addresses = get('submissionPolicy.notify.addresses');
  return (
    <Section title="Submissions">
      <Switch
        label="New submissions need to be confirmed"
        description="If nobody confirms a submission, it is moved to the trash after some time. See Settings, Forms."
        checked={get('submissionPolicy.startsPending') === true}
        onChange={(event) => set('submissionPolicy.startsPending', event.currentTarget.checked)}
      />
      <NativeSelect
        label="Notify the owners of the site by e-mail"
        data={[
          { value: 'site', label: 'As set for the whole site' },
          { value: 'yes', label: 'For each submission' },
          { value: 'no', label: 'Never' },
        ]}
        value={owners === undefined ? 'site' : owners ? 'yes' : 'no'}
        onChange={(event) => {
          const { value } = event.currentTarget;
          set(OWNERS, value === 'site' ? undefined : value === 'yes');
        }}
      />
      <TagsInput
        label="Also notify these e-mail addresses"
        placeholder="Type an address and press Enter"
        maxTags={10}
        value={Array.isArray(addresses) ? addresses : []}
        error={errorAt('submissionPolicy.notify.addresses')}
        onChange={(next) => set('submissionPolicy.notify.addresses', next.length > 0 ? next : undefined)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <CountInput
          label="Delete after this many days"
          description="Submissions are deleted for good, with their files. Leave empty to keep them."
          path="submissionPolicy.deleteAfterDays"
          min={1}
          max={3650}
          {...props}
        />
        <CountInput
          label="Storage for files, in MB"
          description="Leave empty to use the limit set for the whole site."
          path="submissionPolicy.filesQuotaMb"
          min={1}
          max={1_048_576}
          {...props}
        />
      </SimpleGrid>
    </Section>
  );
}
