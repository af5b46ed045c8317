import { NativeSelect, Radio, SimpleGrid, Stack, Title } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import type { UseFormReturnType } from '@mantine/form';
import { collectionRoles, itemOperations } from '@portico/domain/data';
import type { NewCollectionValues } from './new-collection.ts';
import { operationTitles, presets, roleTitles } from './permission-levels.ts';

/** The permissions of a new collection: a preset, or a choice for each operation. */
export function PermissionChoice({ form }: { form: UseFormReturnType<NewCollectionValues> }) {
  const choose = (preset: string) => {
    form.setFieldValue('preset', preset);
    const permissions = presets.find(({ value }) => value === preset)?.permissions;
    if (permissions) form.setFieldValue('permissions', permissions);
  };
  return (
    <section aria-labelledby="permissions-title">
      <Title order={2} id="permissions-title" mb="sm">
        Permissions
      </Title>
      <Radio.Group value={form.values.preset} onChange={choose} aria-labelledby="permissions-title">
        <Stack gap="sm">
          {presets.map(({ value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
          <Radio value="own" label="Choose for each operation" />
        </Stack>
      </Radio.Group>
      {form.values.preset === 'own' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
          {itemOperations.map((operation) => (
            <NativeSelect
              key={operation}
              label={operationTitles[operation]}
              data={collectionRoles
                .filter((role) => operation !== 'insert' || role !== 'SITE_MEMBER_AUTHOR')
                .map((role) => ({ value: role, label: roleTitles[role] }))}
              {...form.getInputProps(`permissions.${operation}`)}
            />
          ))}
        </SimpleGrid>
      )}
    </section>
  );
}
