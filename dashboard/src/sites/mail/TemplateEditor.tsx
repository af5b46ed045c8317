import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { languages } from '@portico/domain/languages';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { QueryView } from '../../ui/QueryView.tsx';
import { kindTitles } from './mail-kinds.ts';
import { type Template, templatesQuery } from './queries.ts';
import { TemplateForm } from './TemplateForm.tsx';

/** Edits the text of a mail in one language. */
export function TemplateEditor() {
  const { kind, language } = useParams();
  const templates = useQuery(templatesQuery);
  return (
    <Stack>
      <Anchor component={Link} to="/settings/mail/templates" size="sm" style={{ alignSelf: 'flex-start' }}>
        <IconArrowLeft size={15} aria-hidden style={{ marginInlineEnd: 4, verticalAlign: '-2px' }} />
        All mails
      </Anchor>
      <QueryView query={templates}>
        {(list) => {
          const template = list.find((candidate) => candidate.kind === kind && candidate.language === language);
          if (!template) return <Text size="sm">This mail does not exist.</Text>;
          return (
            <>
              <Heading template={template} />
              <TemplateForm template={template} key={`${kind} ${language}`} />
            </>
          );
        }}
      </QueryView>
    </Stack>
  );
}

function Heading({ template: { kind, language } }: { template: Template }) {
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Title order={2}>{kindTitles[kind].title}</Title>
        <Text size="sm" c="dimmed">
          {kindTitles[kind].trigger}
        </Text>
      </div>
      <Group component="nav" gap="md" {...{ 'aria-label': 'Language of the text' }}>
        {Object.entries(languages).map(([code, { name }]) => (
          <Anchor
            key={code}
            component={Link}
            to={`/settings/mail/templates/${kind}/${code}`}
            size="sm"
            lang={code}
            fw={code === language ? 700 : 400}
            underline={code === language ? 'always' : 'hover'}
            aria-current={code === language ? 'page' : undefined}
          >
            {name}
          </Anchor>
        ))}
      </Group>
    </Group>
  );
}
