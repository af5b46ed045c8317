import { Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import { useQuery } from '@tanstack/react-query';
import { formsQuery } from '../../queries.ts';
import { toText } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

const NESTED = 'inputOptions.nestedFormId';

/** Selects the form that this field embeds. */
export function NestedFormSettings() {
  const { get, set, errorAt } = useField();
  const forms = useQuery(formsQuery(null));
  const selectedId = toText(get(NESTED));
  const names = new Map((forms.data?.forms ?? []).map(({ id, name }) => [id, name || 'Untitled form']));
  if (selectedId && !names.has(selectedId)) names.set(selectedId, selectedId);
  return (
    <SettingsGroup title="Embedded form">
      <Select
        label="Form"
        description="Visitors fill in the fields of this form here. Their answers are saved as part of the field."
        searchable
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={selectedId || null}
        error={errorAt(NESTED)}
        onChange={(id) => set(NESTED, id ?? undefined)}
        nothingFoundMessage={forms.isPending ? 'Loading…' : 'No form found'}
      />
    </SettingsGroup>
  );
}
