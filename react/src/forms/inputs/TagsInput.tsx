import { type KeyboardEvent, useState } from 'react';
import type { FieldProps } from '../form-context.ts';
import { useFormContext } from '../form-context.ts';
import { customName } from '../values/names.ts';
import { allowedChoices } from './allowed-choices.ts';

/** Tags to select and, if the owner allows it, to enter. Enter or a comma completes a tag. */
export function TagsInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const offered = allowedChoices(field, form.stateOf(path));
  const chosenTags = (Array.isArray(value) ? value : []).map(String);
  const [customTags, setCustomTags] = useState(() =>
    chosenTags.filter((one) => !offered.some((choice) => choice.value === one)),
  );
  const { idOf, live, texts } = form;

  function add(event: KeyboardEvent<HTMLInputElement>): void {
    const input = event.currentTarget;
    const tags = input.value.split(',').map((tag) => tag.trim());
    if ((event.key !== 'Enter' && event.key !== ',') || tags.join('') === '') return;
    event.preventDefault();
    const known = new Set([...customTags, ...offered.map((choice) => choice.value)]);
    setCustomTags([...customTags, ...tags.filter((tag) => tag !== '' && !known.has(tag))]);
    input.value = '';
    queueMicrotask(() => form.changed(path));
  }

  const box = (label: string, tag: string, isChosen: boolean) => (
    <label key={tag} className="portico-tag">
      <input type="checkbox" name={path} value={tag} defaultChecked={isChosen} disabled={field.readOnly} />
      <bdi>{label}</bdi>
    </label>
  );
  return (
    <>
      <div className="portico-tags">
        {offered.map((choice) => box(choice.label, choice.value, chosenTags.includes(choice.value)))}
        {customTags.map((tag) => box(tag, tag, true))}
      </div>
      {field.customChoice !== null && (
        <>
          <input
            className="portico-input"
            name={customName(path)}
            aria-label={`${field.label}: ${field.customChoice}`}
            aria-describedby={`${idOf(path)}-own`}
            placeholder={field.customPlaceholder || field.customChoice}
            onKeyDown={live ? add : undefined}
          />
          <p className="portico-help" id={`${idOf(path)}-own`}>
            {texts.forms.tagsHelp}
          </p>
        </>
      )}
    </>
  );
}
