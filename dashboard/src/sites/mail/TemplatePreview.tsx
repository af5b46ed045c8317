import { Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { MailTemplate } from '@portico/domain/mail';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { QueryView } from '../../ui/QueryView.tsx';
import { MailFrame } from './MailFrame.tsx';
import { previewQuery, type Template } from './queries.ts';

interface TemplatePreviewProps {
  template: Template;
  values: MailTemplate;
  /** False while the values contain an error. The preview then shows the last valid ones. */
  isValid: boolean;
}

const PAUSE_MS = 350;

/** The mail as the server renders it from the current input, with sample values. */
export function TemplatePreview({ template: { kind, language, builtIn }, values, isValid }: TemplatePreviewProps) {
  const lastValidTemplate = useRef(builtIn);
  if (isValid) lastValidTemplate.current = values;
  const [shownTemplate] = useDebouncedValue(lastValidTemplate.current, PAUSE_MS);
  const preview = useQuery(previewQuery(kind, language, shownTemplate));
  return (
    <Stack gap="xs" component="section" aria-labelledby="preview-title">
      <Title order={3} id="preview-title">
        Preview
      </Title>
      {!isValid && (
        <Text size="sm" c="dimmed" role="status">
          The text contains an error. This is the last version without one.
        </Text>
      )}
      <QueryView query={preview}>{(content) => <MailFrame content={content} />}</QueryView>
    </Stack>
  );
}
