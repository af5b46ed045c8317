import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextSetting, toText } from './FieldInputs.tsx';
import { useField } from './field-context.ts';

/** Edits the pattern that texts must match, and tests it on an example with the syntax of the server (RE2). */
export function PatternSettings({ path }: { path: string }) {
  const { get } = useField();
  const [sample, setSample] = useState('');
  const pattern = toText(get(`${path}.pattern`));
  const matches = useQuery({
    queryKey: ['pattern', pattern, sample],
    queryFn: async () => {
      const { loadPatterns } = await import('@portico/react/forms/values/engine-dependencies');
      return (await loadPatterns()).matches(pattern, sample);
    },
    enabled: pattern !== '' && sample !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <TextSetting
        label="Pattern"
        description="A regular expression (RE2). It may match any part of the text; use ^ and $ to match all of it."
        placeholder="^[A-Z]{2}-\d{4}$"
        path={`${path}.pattern`}
        maxLength={500}
      />
      {pattern !== '' && (
        <>
          <TextSetting
            label="Message when the text does not match"
            path={`${path}.validationMessages.pattern`}
            maxLength={200}
          />
          <TextInput
            label="Try the pattern"
            description={
              sample === '' || matches.data === undefined
                ? 'Enter an example of what a visitor might type.'
                : matches.data
                  ? 'It matches.'
                  : 'It does not match.'
            }
            descriptionProps={{ 'aria-live': 'polite' }}
            value={sample}
            onChange={(event) => setSample(event.currentTarget.value)}
          />
        </>
      )}
    </>
  );
}
