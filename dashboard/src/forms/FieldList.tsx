import { Stack, Table, Text } from '@mantine/core';
import { useSignedIn } from '../app/session.ts';
import { CopyField } from '../ui/CopyField.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { listAnswerFields } from './answers.ts';
import { kindOfField } from './edit/field/field-names.ts';
import { shareUrlOf } from './form-urls.ts';
import type { SiteForm } from './queries.ts';

/** The fields of a form as a read-only table, with the link and the id of the form. */
export function FieldList({ form }: { form: SiteForm }) {
  const { site } = useSignedIn();
  const kinds = new Map(form.formFields.map((field) => [field.id, kindOfField(field)]));
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
            {listAnswerFields(form).map((field) => (
              <Table.Tr key={field.id}>
                <Table.Td fw={500}>
                  {field.label}
                  {field.choices.length > 0 && (
                    <Text size="xs" c="dimmed">
                      {field.choices.map(({ label }) => label).join(', ')}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{kinds.get(field.id)}</Table.Td>
                <Table.Td>{field.required ? 'Yes' : 'No'}</Table.Td>
                <Table.Td>
                  <code>{field.target}</code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroller>
      <Stack maw={560} gap="sm">
        <CopyField label="Link to share" value={shareUrlOf(site, form.id)} />
        <CopyField label="Form id" value={form.id} />
      </Stack>
    </Stack>
  );
}
