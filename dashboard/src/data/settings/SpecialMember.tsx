import { Checkbox, Modal, Select, Stack, Text } from '@mantine/core';
import { useReturnFocus } from '../../ui/dialog-focus.ts';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { itemOperations } from '@portico/domain/data';
import { PorticoError } from '@portico/sdk/admin';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { focusFirstError } from '../../ui/form-errors.ts';
import { useGuardedClose } from '../../ui/UnsavedChanges.tsx';
import { allowedOperationsOf, grantsOf, operationVerbs } from './access-levels.ts';
import { memberSearchQuery } from './member-names.ts';
import { refreshCollection, type SpecialPermissions } from './queries.ts';

interface SpecialMemberProps {
  collectionId: string;
  /** Null to add rights for another member. */
  special: SpecialPermissions | null;
  name: string;
  onClose: () => void;
}

/** Adds or changes the rights of one member to the items. */
export function SpecialMember({ collectionId, special, name, onClose }: SpecialMemberProps) {
  useReturnFocus();
  const form = useForm({
    initialValues: { userId: special?.userId ?? '', ...allowedOperationsOf(special) },
    validate: { userId: (value) => (value === '' ? 'Choose a member.' : null) },
  });
  const { close, question } = useGuardedClose(form.isDirty(), onClose);
  const save = useMutation({
    mutationFn: ({ userId, ...allowedOperations }: typeof form.values) => {
      const specialPermissions = { userId, ...grantsOf(allowedOperations) };
      const body = { dataCollectionId: collectionId, specialPermissions };
      return special
        ? admin.call('data.permissions.updateSpecial', { query: { specialPermissionsId: special.id }, body })
        : admin.call('data.permissions.createSpecial', { body });
    },
    onSuccess: async () => {
      notifySuccess('The rights are saved.');
      await refreshCollection(collectionId);
      onClose();
    },
    onError: (error) => {
      const isDuplicate = error instanceof PorticoError && error.code === 'ALREADY_EXISTS';
      if (isDuplicate) form.setErrors({ userId: 'This member already has rights here. Change them in the list.' });
    },
  });
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={special ? `Rights of ${name}` : 'Rights of a member'}
        closeOnClickOutside={false}
      >
        <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
          <Stack>
            {save.error && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
            {!special && <MemberSelect {...form.getInputProps('userId')} />}
            <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
              <Text component="legend" size="sm" fw={500} mb="xs">
                May do with every item
              </Text>
              <Stack gap="xs">
                {itemOperations.map((operation) => (
                  <Checkbox
                    key={operation}
                    label={operationVerbs[operation]}
                    {...form.getInputProps(operation, { type: 'checkbox' })}
                  />
                ))}
              </Stack>
            </fieldset>
            <FormButtons isPending={save.isPending} onCancel={close}>
              Save
            </FormButtons>
          </Stack>
        </form>
      </Modal>
      {question}
    </>
  );
}

interface MemberSelectProps {
  value?: string;
  error?: React.ReactNode;
  onChange?: (id: string) => void;
}

function MemberSelect({ value, error, onChange }: MemberSelectProps) {
  const [searchText, setSearchText] = useState('');
  const [debouncedText] = useDebouncedValue(searchText.trim(), 250);
  const [chosenMember, setChosenMember] = useState<{ value: string; label: string } | null>(null);
  const memberSearch = useQuery(memberSearchQuery(debouncedText === chosenMember?.label ? '' : debouncedText));
  const data = new Map(
    [...(chosenMember ? [chosenMember] : []), ...(memberSearch.data ?? [])].map((option) => [option.value, option]),
  );
  return (
    <Select
      label="Member"
      required
      searchable
      // After an error the input receives the focus, and an open list would hide the message.
      openOnFocus={false}
      data-autofocus
      data={[...data.values()]}
      value={value || null}
      error={error}
      onChange={(id) => {
        setChosenMember(id === null ? null : (data.get(id) ?? null));
        onChange?.(id ?? '');
      }}
      onSearchChange={setSearchText}
      // No options are filtered here, because the server has already done so.
      filter={({ options }) => options}
      nothingFoundMessage={memberSearch.isPending ? 'Loading…' : 'No member found'}
    />
  );
}
