import type { FieldProps } from '@portico/react/forms/form-context';
import { Checkbox } from '@portico/react/forms/inputs/Checkbox.tsx';
import { TextInput } from '@portico/react/forms/inputs/TextInput.tsx';
import type { FieldKind, FieldView, FormView, GridPosition } from '@portico/react/forms/view/field-view';
import type { FormInputTexts } from '@portico/react/texts/form-inputs-en';
import type { ComponentType } from 'react';

type Input = ComponentType<FieldProps>;
export type Inputs = ReadonlyMap<FieldKind, Input>;

/** The kinds of fields of a contact form. Their components are in the first chunk. */
const FIRST_CHUNK_INPUTS: Inputs = new Map<FieldKind, Input>([
  ...(['text', 'textarea', 'email', 'url', 'number', 'password', 'date', 'time', 'dateTime'] as const).map(
    (kind) => [kind, TextInput] as const,
  ),
  ['checkbox', Checkbox],
  // FieldFrame renders these two kinds itself. They are listed so that no further chunk is loaded for them.
  ['richContent', TextInput],
  ['unsupported', TextInput],
]);

interface LoadedInputs {
  readonly inputs: Inputs;
  readonly styles: readonly string[];
  /** Null if all kinds are in the first chunk. */
  readonly inputTexts: FormInputTexts | null;
}

/** Loads the components, texts and style sheets that a form needs in addition to the first chunk. */
export async function loadInputs({ fields, steps }: FormView, language: string): Promise<LoadedInputs> {
  const kinds = [...new Set(kindsIn(fields))].filter((kind) => !FIRST_CHUNK_INPUTS.has(kind));
  const items = steps.flatMap((step) => step.items);
  const isSingleColumn = items.every(({ positions }) =>
    Object.values(positions).every((at: GridPosition) => at.width === 12),
  );
  const [loadedInputs, layoutStyles, moreStyles] = await Promise.all([
    kinds.length > 0 ? loadLazyInputs(kinds, language) : null,
    isSingleColumn ? [] : import('@portico/react/styles/form-layout.css?inline').then((sheet) => [sheet.default]),
    kinds.length > 0 || steps.length > 1 ? import('./more-styles.ts').then((sheets) => sheets.moreStyles) : [],
  ]);
  return {
    inputs: new Map([...FIRST_CHUNK_INPUTS, ...(loadedInputs?.inputs ?? [])]),
    styles: [...layoutStyles, ...moreStyles],
    inputTexts: loadedInputs?.texts ?? null,
  };
}

async function loadLazyInputs(kinds: readonly FieldKind[], language: string) {
  const { lazyInputs, loadInputTexts } = await import('./lazy-inputs.ts');
  const loadingInputs = kinds.flatMap((kind) => {
    const load = lazyInputs[kind];
    return load ? [load().then((input) => [kind, input] as const)] : [];
  });
  const [texts, inputs] = await Promise.all([loadInputTexts(language), Promise.all(loadingInputs)]);
  return { inputs, texts };
}

const kindsIn = (fields: readonly FieldView[]): FieldKind[] =>
  fields.flatMap((field) => [field.kind, ...kindsIn(field.fields)]);
