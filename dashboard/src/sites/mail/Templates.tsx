import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { languages } from '@portico/domain/languages';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { QueryView } from '../../ui/QueryView.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { kindTitles } from './mail-kinds.ts';
import { type Template, templatesQuery } from './queries.ts';

/** All mails that the site sends, with their texts in each language. */
export function Templates() {
  const templates = useQuery(templatesQuery);
  return (
    <Stack>
      <Text size="sm" c="dimmed" maw={640}>
        Each mail has a built-in text in every language. Edit one to replace it with your own.
      </Text>
      <QueryView query={templates}>{(list) => <TemplateTable templates={list} />}</QueryView>
    </Stack>
  );
}

function TemplateTable({ templates }: { templates: readonly Template[] }) {
  const kinds = Object.entries(kindTitles).map(([kind, titles]) => ({
    ...titles,
    texts: templates.filter((template) => template.kind === kind),
  }));
  return (
    <Scroller label="Mails">
      <Table miw={640} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Mail</Table.Th>
            {Object.entries(languages).map(([code, { name }]) => (
              <Table.Th key={code} lang={code}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {kinds.map(({ title, trigger, texts }) => (
            <Table.Tr key={title}>
              <Table.Td>
                <Text size="sm" fw={500}>
                  {title}
                </Text>
                <Text size="xs" c="dimmed">
                  {trigger}
                </Text>
              </Table.Td>
              {texts.map(({ kind, language, own: customTemplate }) => (
                <Table.Td key={language}>
                  <Group gap={6} wrap="nowrap">
                    <Anchor
                      component={Link}
                      size="sm"
                      to={`/settings/mail/templates/${kind}/${language}`}
                      aria-label={`Edit “${title}” in ${languages[language].name}`}
                    >
                      Edit
                    </Anchor>
                    {customTemplate && <StatusBadge tone="good">Own text</StatusBadge>}
                  </Group>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}
