import type { FieldProps } from '@portico/react/forms/form-context';
import { Checkbox } from '@portico/react/forms/inputs/Checkbox.tsx';
import { TextInput } from '@portico/react/forms/inputs/TextInput.tsx';
import type { FieldKind, FieldView, FormView, GridPosition } from '@portico/react/forms/view/field-view';
import type { ComponentType } from 'react';

type Input = ComponentType<FieldProps>;
export type Inputs = ReadonlyMap<FieldKind, Input>;

/** The kinds of fields of a contact form. Their components are in the first chunk. */
const FIRST: Inputs = new Map<FieldKind, Input>([
  ...(['text', 'textarea', 'email', 'url', 'number', 'password', 'date', 'time', 'dateTime'] as const).map(
    (kind) => [kind, TextInput] as const,
  ),
  ['checkbox', Checkbox],
  // These two kinds only display content, without a component.
  ['richContent', TextInput],
  ['unsupported', TextInput],
]);

/** Loads the components for the kinds of fields in a form, and the style sheets of those that need additional ones. */
export async function loadInputs({ fields, steps }: FormView): Promise<{ inputs: Inputs; styles: readonly string[] }> {
  const kinds = [...new Set(kindsIn(fields))].filter((kind) => !FIRST.has(kind));
  const items = steps.flatMap((step) => step.items);
  const isColumn = items.every(({ positions }) =>
    Object.values(positions).every((at: GridPosition) => at.width === 12),
  );
  const [lazyInputs, layout, more] = await Promise.all([
    kinds.length > 0 ? loadLazyInputs(kinds) : [],
    isColumn ? [] : import('@portico/react/styles/form-layout.css?inline').then((sheet) => [sheet.default]),
    kinds.length > 0 || steps.length > 1 ? import('./more-styles.ts').then((sheets) => sheets.moreStyles) : [],
  ]);
  return { inputs: new Map([...FIRST, ...lazyInputs]), styles: [...layout, ...more] };
}

async function loadLazyInputs(kinds: readonly FieldKind[]): Promise<(readonly [FieldKind, Input])[]> {
  const { lazyInputs } = await import('./lazy-inputs.ts');
  const loadingInputs = kinds.flatMap((kind) => {
    const load = lazyInputs[kind];
    return load ? [load().then((input) => [kind, input] as const)] : [];
  });
  return Promise.all(loadingInputs);
}

const kindsIn = (fields: readonly FieldView[]): FieldKind[] =>
  fields.flatMap((field) => [field.kind, ...kindsIn(field.fields)]);
