import { Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.css';
import { useQuery } from '@tanstack/react-query';
import { formsQuery } from '../../queries.ts';
import { textOf } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { Part } from './Part.tsx';

const NESTED = 'inputOptions.nestedFormId';

/** Which form is filled in at this place. */
export function NestedFormSettings() {
  const { get, set, errorAt } = useField();
  const forms = useQuery(formsQuery(null));
  const chosen = textOf(get(NESTED));
  const names = new Map((forms.data?.forms ?? []).map(({ id, name }) => [id, name || 'Without a name']));
  if (chosen && !names.has(chosen)) names.set(chosen, chosen);
  return (
    <Part title="Form within">
      <Select
        label="Form"
        description="Its fields are asked here, and its answers are kept under this field’s name."
        searchable
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={chosen || null}
        error={errorAt(NESTED)}
        onChange={(id) => set(NESTED, id ?? undefined)}
        nothingFoundMessage={forms.isPending ? 'Looking…' : 'No such form'}
      />
    </Part>
  );
}
