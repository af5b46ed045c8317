import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';

const RichEditor = lazy(async () => ({ default: (await import('./RichEditor.tsx')).RichEditor }));

interface RichTextProps {
  label: string;
  description?: string;
  error?: string | undefined;
  /** Rich content in the Ricos format; any other value is treated as an empty text. */
  value: unknown;
  onChange: (content: unknown) => void;
}

/** Edits a text with formatting, links, lists and headings. The code of the editor loads when it is first shown. */
export function RichText({ label, description, error, value, onChange }: RichTextProps) {
  const id = useId();
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} description={description} error={error}>
      <div style={{ marginTop: 4 }}>
        <Suspense fallback={<Skeleton height={120} radius="md" />}>
          <RichEditor labelledBy={id} value={value} onChange={onChange} />
        </Suspense>
      </div>
    </Input.Wrapper>
  );
}
