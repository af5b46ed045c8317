import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { createDraftAccessors, type DraftProps } from './DraftInputs.tsx';
import { originOf } from './origin-of.ts';

const PATH = 'submissionPolicy.allowedOrigins';
const MAX_ORIGINS = 50;

/** The websites that may show the form. Addresses are reduced to their origin, which is what browsers send. */
export function AllowedOrigins(props: DraftProps) {
  const { get, set, errorAt } = createDraftAccessors(props);
  const [invalidOrigin, setInvalidOrigin] = useState('');
  const origins = get(PATH);

  function change(next: string[]): void {
    const firstInvalid = next.find((text) => originOf(text) === null);
    setInvalidOrigin(firstInvalid ?? '');
    const known = new Set(next.flatMap((text) => originOf(text) ?? []));
    set(PATH, known.size > 0 ? [...known] : undefined);
  }

  return (
    <TagsInput
      label="Websites that may show the form"
      description="If the list is empty, every website may embed the form by script, but none in a frame. Your own site may always show it."
      placeholder="Type an address such as https://shop.example and press Enter"
      maxTags={MAX_ORIGINS}
      value={Array.isArray(origins) ? origins : []}
      error={
        invalidOrigin
          ? `“${invalidOrigin}” is not a web address. Enter one such as https://shop.example.`
          : errorAt(PATH)
      }
      onChange={change}
    />
  );
}
