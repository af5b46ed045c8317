import { ActionIcon, Group, Input, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { AddButton } from '../ui/AddButton.tsx';
import { type ContactValues, newEntry } from './contact-values.ts';

const kinds = {
  emails: { title: 'E-mail addresses', singular: 'E-mail', add: 'Add an e-mail', type: 'email', maxLength: 254 },
  phones: { title: 'Phone numbers', singular: 'Phone', add: 'Add a phone', type: 'tel', maxLength: 100 },
} as const;

const tags = [
  { value: 'UNTAGGED', label: 'No type' },
  { value: 'MAIN', label: 'Main' },
  { value: 'HOME', label: 'Home' },
  { value: 'WORK', label: 'Work' },
];

interface ContactLinesProps {
  form: UseFormReturnType<ContactValues>;
  list: 'emails' | 'phones';
}

/** Inputs for the e-mail addresses or phone numbers of a contact. The first entry is the primary one. */
export function ContactLines({ form, list }: ContactLinesProps) {
  const { title, singular, add, type, maxLength } = kinds[list];
  return (
    <Input.Wrapper label={title} labelElement="div">
      <Stack gap="xs" mt={4}>
        {form.values[list].map(({ id, tag }, index) => (
          <Group key={id ?? `new-${index}`} gap="xs" wrap="nowrap" align="start">
            <TextInput
              flex={1}
              type={type}
              aria-label={`${singular} ${index + 1}`}
              maxLength={maxLength}
              {...form.getInputProps(`${list}.${index}.value`)}
            />
            <NativeSelect
              w={104}
              aria-label={`${singular} ${index + 1}: type`}
              data={tags.some(({ value }) => value === tag) ? tags : [...tags, { value: tag, label: tag }]}
              {...form.getInputProps(`${list}.${index}.tag`)}
            />
            <ActionIcon
              mt={4}
              variant="subtle"
              color="gray"
              aria-label={`Remove ${singular} ${index + 1}`}
              onClick={() => form.removeListItem(list, index)}
            >
              <IconTrash size={17} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <AddButton
          w="fit-content"
          disabled={form.values[list].length >= 50}
          onClick={() => form.insertListItem(list, newEntry())}
        >
          {add}
        </AddButton>
      </Stack>
    </Input.Wrapper>
  );
}
