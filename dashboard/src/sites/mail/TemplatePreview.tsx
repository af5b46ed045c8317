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
  words: MailTemplate;
  /** while it is not, the last one that was stays in sight */
  isUsable: boolean;
}

const PAUSE_MS = 350;

/** The mail as the server makes it of what is typed, with sample values. */
export function TemplatePreview({ template: { kind, language, builtIn }, words, isUsable }: TemplatePreviewProps) {
  const lastUsable = useRef(builtIn);
  if (isUsable) lastUsable.current = words;
  const [shown] = useDebouncedValue(lastUsable.current, PAUSE_MS);
  const preview = useQuery(previewQuery(kind, language, shown));
  return (
    <Stack gap="xs" component="section" aria-labelledby="preview-title">
      <Title order={3} id="preview-title">
        Preview
      </Title>
      {!isUsable && (
        <Text size="sm" c="dimmed" role="status">
          The text has a fault: this is how it was before.
        </Text>
      )}
      <QueryView query={preview}>{(content) => <MailFrame content={content} />}</QueryView>
    </Stack>
  );
}
