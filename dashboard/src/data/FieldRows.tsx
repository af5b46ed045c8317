import { ActionIcon, Checkbox, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import type { UseFormReturnType } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { AddButton } from '../ui/AddButton.tsx';
import { CollectionSelect } from './CollectionSelect.tsx';
import classes from './FieldRows.module.css';
import { typeTitles } from './field-kinds.ts';
import { emptyField, type NewCollectionValues } from './new-collection.ts';

/** The inputs for the fields of a new collection, one row per field. */
export function FieldRows({ form }: { form: UseFormReturnType<NewCollectionValues> }) {
  return (
    <section aria-labelledby="fields-title">
      <Title order={2} id="fields-title">
        Fields
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Every item also has an id, an owner and dates. You do not need to add them.
      </Text>
      <Stack gap="sm">
        {form.values.fields.map((field, index) => (
          <fieldset key={field.row} className={classes.row}>
            <legend className={classes.legend}>Field {index + 1}</legend>
            <TextInput label="Name" required maxLength={100} {...form.getInputProps(`fields.${index}.name`)} />
            <NativeSelect label="Type" data={[...typeTitles]} {...form.getInputProps(`fields.${index}.type`)} />
            {field.type.endsWith('REFERENCE') && (
              <CollectionSelect label="Collection it refers to" {...form.getInputProps(`fields.${index}.collection`)} />
            )}
            <Group gap="sm" wrap="nowrap" className={classes.end}>
              <Checkbox label="Required" {...form.getInputProps(`fields.${index}.required`, { type: 'checkbox' })} />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove field ${index + 1}${field.name ? `, ${field.name}` : ''}`}
                onClick={() => form.removeListItem('fields', index)}
              >
                <IconTrash size={17} aria-hidden />
              </ActionIcon>
            </Group>
          </fieldset>
        ))}
      </Stack>
      <AddButton mt="sm" onClick={() => form.insertListItem('fields', emptyField())}>
        Add a field
      </AddButton>
    </section>
  );
}
