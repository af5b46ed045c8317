import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, TagsInput, TextInput, Title } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import classes from './FormFieldRows.module.css';
import { fieldKinds, type NewFormField, type NewFormValues, newField } from './new-form.ts';

type Builder = UseFormReturnType<NewFormValues>;

/** The fields of a new form, a row each, in the order visitors see them. */
export function FormFieldRows({ form }: { form: Builder }) {
  return (
    <section aria-labelledby="fields-title">
      <Title order={2} id="fields-title" mb="sm">
        Fields
      </Title>
      <Stack gap="sm">
        {form.values.fields.map((field, index) => (
          <FieldRow key={field.row} form={form} field={field} index={index} />
        ))}
      </Stack>
      <Button
        mt="sm"
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => form.insertListItem('fields', newField())}
      >
        Add a field
      </Button>
    </section>
  );
}

function FieldRow({ form, field, index }: { form: Builder; field: NewFormField; index: number }) {
  const name = field.label || `field ${index + 1}`;
  const move = (to: number) => form.reorderListItem('fields', { from: index, to });
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>Field {index + 1}</legend>
      <TextInput label="Label" required maxLength={350} {...form.getInputProps(`fields.${index}.label`)} />
      <NativeSelect label="Kind" data={[...fieldKinds]} {...form.getInputProps(`fields.${index}.kind`)} />
      <Group gap="xs" wrap="nowrap" className={classes.end}>
        <Checkbox
          label={field.kind === 'checkbox' ? 'Must be ticked' : 'Required'}
          {...form.getInputProps(`fields.${index}.required`, { type: 'checkbox' })}
        />
        <Group gap={2} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move ${name} up`}
            disabled={index === 0}
            onClick={() => move(index - 1)}
          >
            <IconArrowUp size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move ${name} down`}
            disabled={index === form.values.fields.length - 1}
            onClick={() => move(index + 1)}
          >
            <IconArrowDown size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Take away ${name}`}
            onClick={() => form.removeListItem('fields', index)}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {field.kind === 'choice' && (
        <TagsInput
          className={classes.options}
          label="Options"
          placeholder="Enter one after the other"
          required
          maxTags={100}
          {...form.getInputProps(`fields.${index}.options`)}
        />
      )}
    </fieldset>
  );
}
