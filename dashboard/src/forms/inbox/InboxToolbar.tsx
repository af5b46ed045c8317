import { Button, Group, NativeSelect, Pill, Popover, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import { submissionStatuses } from '@portico/domain/forms/vocabulary';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../ui/format.ts';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { type FormOption, FormSelect } from './FormSelect.tsx';
import { type InboxParams, NO_FILTERS } from './inbox-params.ts';
import { statusTitles } from './SubmissionState.tsx';

interface InboxToolbarProps {
  view: InboxParams;
  onView: (change: Partial<InboxParams>) => void;
  /** Suggestions for the tag filter. */
  tags: readonly string[];
  /** Forms to choose from; null if the list shows one form. */
  forms: readonly FormOption[] | null;
  /** Further buttons. */
  children: ReactNode;
}

/** Search and filters of the inbox. */
export function InboxToolbar({ view, onView, tags, forms, children }: InboxToolbarProps) {
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <SearchBox label="Search submissions" query={view.search} onSearch={(search) => onView({ search })} />
        {forms && <FormSelect forms={forms} value={view.formId} onChange={(formId) => onView({ formId })} />}
        <NativeSelect
          aria-label="State"
          size="xs"
          value={view.status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onView({ status: submissionStatuses.find((status) => status === value) ?? null })
          }
          data={[
            { value: '', label: 'All states' },
            ...submissionStatuses.map((value) => ({ value, label: statusTitles[value] })),
          ]}
        />
        <NativeSelect
          aria-label="New or seen"
          size="xs"
          value={view.seen ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onView({ seen: value === 'new' || value === 'seen' ? value : null })
          }
          data={[
            { value: '', label: 'New and seen' },
            { value: 'new', label: 'New' },
            { value: 'seen', label: 'Seen' },
          ]}
        />
        <MoreFilters view={view} onView={onView} tags={tags} />
        {children}
      </Group>
      <FilterPills view={view} onView={onView} />
    </Stack>
  );
}

function MoreFilters({ view, onView, tags }: Pick<InboxToolbarProps, 'view' | 'onView' | 'tags'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { tag, from, to } = view;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus returnFocus shadow="md" width={280}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilter size={15} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filter">
        <form
          key={[tag, from, to].join()}
          onSubmit={(event) => {
            event.preventDefault();
            const values = new FormData(event.currentTarget);
            const readText = (name: string) => String(values.get(name) ?? '').trim();
            setIsOpen(false);
            onView({ tag: readText('tag'), from: readText('from'), to: readText('to') });
          }}
        >
          <Stack gap="sm">
            <TextInput size="xs" label="Tag" name="tag" defaultValue={tag} maxLength={100} list="inbox-tags" />
            <datalist id="inbox-tags">
              {tags.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
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

/** Shows the active filters that have no select input, each with a button that removes it. */
function FilterPills({ view, onView }: Pick<InboxToolbarProps, 'view' | 'onView'>) {
  const { tag, from, to } = view;
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
          onRemove={() => onView(without)}
        >
          {text}
        </Pill>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={() => onView(NO_FILTERS)}>
        Remove all
      </Button>
    </Group>
  );
}
