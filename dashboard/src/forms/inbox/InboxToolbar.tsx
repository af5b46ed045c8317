import { Button, Group, NativeSelect, Pill, Popover, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import { submissionStatuses } from '@portico/domain/forms/vocabulary';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../ui/format.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { type InboxAddress, NO_FILTERS } from './address.ts';
import { type BoxForm, FormSelect } from './FormSelect.tsx';
import { statusTitles } from './SubmissionState.tsx';

interface InboxToolbarProps {
  address: InboxAddress;
  onAddress: (change: Partial<InboxAddress>) => void;
  /** tags to choose from */
  tags: readonly string[];
  /** forms to choose from; null where the list is of one form */
  forms: readonly BoxForm[] | null;
  /** further buttons */
  children: ReactNode;
}

/** What is shown of the inbox: words, states, tags, days, one form. */
export function InboxToolbar({ address, onAddress, tags, forms, children }: InboxToolbarProps) {
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <SearchBox label="Search submissions" wanted={address.search} onSearch={(search) => onAddress({ search })} />
        {forms && <FormSelect forms={forms} value={address.formId} onChange={(formId) => onAddress({ formId })} />}
        <NativeSelect
          aria-label="State"
          size="xs"
          value={address.status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onAddress({ status: submissionStatuses.find((one) => one === value) ?? null })
          }
          data={[
            { value: '', label: 'All states' },
            ...submissionStatuses.map((value) => ({ value, label: statusTitles[value] })),
          ]}
        />
        <NativeSelect
          aria-label="New or seen"
          size="xs"
          value={address.seen ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onAddress({ seen: value === 'new' || value === 'seen' ? value : null })
          }
          data={[
            { value: '', label: 'New and seen' },
            { value: 'new', label: 'New' },
            { value: 'seen', label: 'Seen' },
          ]}
        />
        <MoreFilters address={address} onAddress={onAddress} tags={tags} />
        {children}
      </Group>
      <Pills address={address} onAddress={onAddress} />
    </Stack>
  );
}

function MoreFilters({ address, onAddress, tags }: Pick<InboxToolbarProps, 'address' | 'onAddress' | 'tags'>) {
  const [isOpen, setOpen] = useState(false);
  const { tag, from, to } = address;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md" width={280}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilter size={15} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filter">
        <form
          key={[tag, from, to].join()}
          onSubmit={(event) => {
            event.preventDefault();
            const read = new FormData(event.currentTarget);
            const text = (name: string) => String(read.get(name) ?? '').trim();
            setOpen(false);
            onAddress({ tag: text('tag'), from: text('from'), to: text('to') });
          }}
        >
          <Stack gap="sm">
            <TextInput size="xs" label="Tag" name="tag" defaultValue={tag} maxLength={100} list="inbox-tags" />
            <datalist id="inbox-tags">
              {tags.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
            <TextInput size="xs" type="date" label="Sent from" name="from" defaultValue={from} />
            <TextInput size="xs" type="date" label="Sent until" name="to" defaultValue={to} />
            <Button size="xs" type="submit">
              Apply
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The filters in force that no select shows, each with a way to take it off. */
function Pills({ address, onAddress }: Pick<InboxToolbarProps, 'address' | 'onAddress'>) {
  const { tag, from, to } = address;
  const parts = [
    ...(tag ? [{ text: `Tag ${tag}`, without: { tag: '' } }] : []),
    ...(from ? [{ text: `From ${formatDate(from)}`, without: { from: '' } }] : []),
    ...(to ? [{ text: `Until ${formatDate(to)}`, without: { to: '' } }] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <Group gap="xs">
      {parts.map(({ text, without }) => (
        <Pill
          key={text}
          size="md"
          withRemoveButton
          removeButtonProps={{ 'aria-label': `Remove the filter: ${text}`, 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() => onAddress(without)}
        >
          {text}
        </Pill>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={() => onAddress(NO_FILTERS)}>
        Remove all
      </Button>
    </Group>
  );
}
