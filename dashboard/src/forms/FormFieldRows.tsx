import { Checkbox, Group, NativeSelect, Stack, TagsInput, TextInput, Title } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import type { UseFormReturnType } from '@mantine/form';
import { AddButton } from '../ui/AddButton.tsx';
import { RowButtons } from './edit/RowButtons.tsx';
import classes from './FormFieldRows.module.css';
import { type FieldValues, type NewFormValues, newRow, rowKinds } from './new-form.ts';

type Builder = UseFormReturnType<NewFormValues>;

/** Edits the fields of a new form, one row per field, in the order in which visitors see them. */
export function FormFieldRows({ form }: { form: Builder }) {
  return (
    <section aria-labelledby="fields-title">
      <Title order={2} id="fields-title" mb="sm">
        Fields
      </Title>
      <Stack gap="sm">
        {form.values.fields.map((field, index) => (
          <FieldRow key={field.id} form={form} field={field} index={index} />
        ))}
      </Stack>
      <AddButton mt="sm" onClick={() => form.insertListItem('fields', newRow())}>
        Add a field
      </AddButton>
    </section>
  );
}

function FieldRow({ form, field, index }: { form: Builder; field: FieldValues; index: number }) {
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>Field {index + 1}</legend>
      <TextInput label="Label" required maxLength={350} {...form.getInputProps(`fields.${index}.label`)} />
      <NativeSelect
        label="Kind"
        data={rowKinds.map(({ value, label }) => ({ value, label }))}
        {...form.getInputProps(`fields.${index}.kind`)}
      />
      <Group gap="xs" wrap="nowrap" className={classes.end}>
        <Checkbox
          label={field.kind === 'checkbox' ? 'Must be ticked' : 'Required'}
          {...form.getInputProps(`fields.${index}.required`, { type: 'checkbox' })}
        />
        <RowButtons
          name={field.label || `field ${index + 1}`}
          isFirst={index === 0}
          isLast={index === form.values.fields.length - 1}
          onMove={(direction) => form.reorderListItem('fields', { from: index, to: index + direction })}
          onRemove={() => form.removeListItem('fields', index)}
        />
      </Group>
      {field.kind === 'choice' && (
        <TagsInput
          className={classes.options}
          label="Options"
          placeholder="Type an option and press Enter"
          required
          maxTags={100}
          {...form.getInputProps(`fields.${index}.options`)}
        />
      )}
    </fieldset>
  );
}
