import { NativeSelect, SimpleGrid, Switch, TagsInput } from '@mantine/core';
import { Section } from '../../ui/Section.tsx';
import { Count, type DraftProps, placesOf } from './DraftInputs.tsx';

const OWNERS = 'submissionPolicy.notify.owners';

/** What happens to submissions: who confirms them, who is mailed, how long they stay. */
export function PolicySettings(props: DraftProps) {
  const { get, set, errorAt } = placesOf(props);
  const owners = get(OWNERS);
  const addresses = get('submissionPolicy.notify.addresses');
  return (
    <Section title="Submissions">
      <Switch
        label="Wait until somebody confirms them"
        description="Those that nobody confirms go to the trash after a while: see Settings, Forms."
        checked={get('submissionPolicy.startsPending') === true}
        onChange={(event) => set('submissionPolicy.startsPending', event.currentTarget.checked)}
      />
      <NativeSelect
        label="Mail to the people in charge of the site"
        data={[
          { value: 'site', label: 'As the settings of the site say' },
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
        label="Mail to further addresses"
        placeholder="Enter one after the other"
        maxTags={10}
        value={Array.isArray(addresses) ? addresses : []}
        error={errorAt('submissionPolicy.notify.addresses')}
        onChange={(next) => set('submissionPolicy.notify.addresses', next.length > 0 ? next : undefined)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Count
          label="Delete after days"
          description="With their files, for good. Empty: they stay."
          path="submissionPolicy.deleteAfterDays"
          min={1}
          max={3650}
          {...props}
        />
        <Count
          label="Room for files, in MB"
          description="Empty: as the settings of the site say."
          path="submissionPolicy.filesQuotaMb"
          min={1}
          max={1_048_576}
          {...props}
        />
      </SimpleGrid>
    </Section>
  );
}
