import { Stack, Table, Text } from '@mantine/core';
import { useSignedIn } from '../app/session.ts';
import { CopyField } from '../ui/CopyField.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { askedFields } from './form-fields.ts';
import type { SiteForm } from './queries.ts';
import { shareAddress } from './share-address.ts';

/** What the form asks, to be read. */
export function FieldList({ form }: { form: SiteForm }) {
  const { site } = useSignedIn();
  const fields = askedFields(form);
  return (
    <Stack gap="lg">
      <Scroller label="Fields of the form">
        <Table miw={560} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Label</Table.Th>
              <Table.Th>Kind</Table.Th>
              <Table.Th>Required</Table.Th>
              <Table.Th>Name in code</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map((field) => (
              <Table.Tr key={field.id}>
                <Table.Td fw={500}>
                  {field.label}
                  {field.options.size > 0 && (
                    <Text size="xs" c="dimmed">
                      {[...field.options.values()].join(', ')}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{field.kind}</Table.Td>
                <Table.Td>{field.isRequired ? 'Yes' : 'No'}</Table.Td>
                <Table.Td>
                  <code>{field.target}</code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroller>
      <Stack maw={560} gap="sm">
        <CopyField label="Address to share" value={shareAddress(site, form.id)} />
        <CopyField label="Form id" value={form.id} />
      </Stack>
    </Stack>
  );
}
