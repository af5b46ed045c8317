import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextSetting, textOf } from './FieldInputs.tsx';
import { useField } from './field-context.ts';

/** A pattern that texts must match, and a box to try it. The engine is the server's: it knows no look-around. */
export function PatternSettings({ path }: { path: string }) {
  const { get } = useField();
  const [sample, setSample] = useState('');
  const pattern = textOf(get(`${path}.pattern`));
  const verdict = useQuery({
    queryKey: ['pattern', pattern, sample],
    queryFn: async () => {
      const { loadPatterns } = await import('@portico/react/forms/values/engines');
      return (await loadPatterns()).matches(pattern, sample);
    },
    enabled: pattern !== '' && sample !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const fits = verdict.data;
  return (
    <>
      <TextSetting
        label="Pattern"
        description="A regular expression (RE2), matched anywhere in the text: ^ and $ stand for its ends."
        placeholder="^[A-Z]{2}-\d{4}$"
        path={`${path}.pattern`}
        maxLength={500}
      />
      {pattern !== '' && (
        <>
          <TextSetting
            label="Said when it does not match"
            path={`${path}.validationMessages.pattern`}
            maxLength={200}
          />
          <TextInput
            label="Try the pattern"
            description={
              sample === '' || fits === undefined
                ? 'Enter what a visitor might.'
                : fits
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
