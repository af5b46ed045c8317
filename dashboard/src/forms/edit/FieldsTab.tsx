import { Group, NativeSelect, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import { lazy, Suspense, useState } from 'react';
import { AddButton } from '../../ui/AddButton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { SiteForm } from '../queries.ts';
import { DeletedFields } from './DeletedFields.tsx';
import type { Draft, FormField, Problem } from './draft.ts';
import classes from './FieldsTab.module.css';
import { AddFieldModal } from './field/AddFieldModal.tsx';
import type { FieldKind } from './field/field-kinds.ts';
import { kindOfField, nameOfField } from './field/field-names.ts';
import { newField } from './field/new-field.ts';
import { addField, fieldIdsOf, moveField, moveToStep, removeField } from './layout.ts';
import { RowButtons } from './RowButtons.tsx';

const FieldDrawer = lazy(async () => ({ default: (await import('./field/FieldDrawer.tsx')).FieldDrawer }));

interface FieldsTabProps {
  base: SiteForm;
  draft: Draft;
  problems: readonly Problem[];
  onChange: (change: (draft: Draft) => Draft) => void;
  onRemoved: (form: SiteForm) => void;
}

/** Edits the fields of a form, page by page, in the order in which visitors see them. */
export function FieldsTab({ base, draft, problems, onChange, onRemoved }: FieldsTabProps) {
  const [openFieldId, setOpenFieldId] = useState<string | null>(null);
  const [stepOfNewField, setStepOfNewField] = useState<number | null>(null);
  const fields = new Map(draft.formFields.map((field) => [field.id, field]));
  const savedIds = new Set([...base.formFields, ...base.deletedFormFields].map((field) => field.id));
  const problemsAt = (id: string) => problems.filter((problem) => problem.fieldId === id);
  const assignedIds = new Set(draft.steps.flatMap(fieldIdsOf));
  const unassignedFields = draft.formFields.filter((field) => !assignedIds.has(field.id ?? ''));

  const add = (kind: FieldKind) => {
    const takenTargets = [...draft.formFields, ...base.formFields, ...base.deletedFormFields].flatMap(
      (field) => field.inputOptions?.target ?? [],
    );
    const field = newField(kind, takenTargets);
    onChange((before) => addField(before, field, stepOfNewField ?? 0));
    setStepOfNewField(null);
    setOpenFieldId(field.id ?? null);
  };
  const renderRow = (field: FormField, index: number, ids: readonly string[], step: number) => (
    <FieldRow
      key={field.id}
      field={field}
      steps={draft.steps}
      step={step}
      isFirst={index === 0}
      isLast={index === ids.length - 1}
      problems={problemsAt(field.id ?? '')}
      onOpen={() => setOpenFieldId(field.id ?? null)}
      onMove={(direction) => onChange((before) => moveField(before, field.id ?? '', direction))}
      onMoveToStep={(to) => onChange((before) => moveToStep(before, field.id ?? '', to))}
      onRemove={() => onChange((before) => removeField(before, field.id ?? ''))}
    />
  );
  return (
    <Stack gap="xl">
      {draft.steps.map((step, stepIndex) => {
        const ids = fieldIdsOf(step).filter((id) => fields.has(id));
        const name = step.name || `Page ${stepIndex + 1}`;
        return (
          <section key={step.id ?? stepIndex} aria-labelledby={`page-${stepIndex}`}>
            <Group justify="space-between" mb="sm">
              <Title order={2} size="h3" id={`page-${stepIndex}`}>
                {draft.steps.length === 1 ? 'Fields' : name}
              </Title>
              <AddButton onClick={() => setStepOfNewField(stepIndex)}>
                Add a field{draft.steps.length > 1 ? ` to ${name}` : ''}
              </AddButton>
            </Group>
            {ids.length === 0 ? (
              <Text size="sm" c="dimmed">
                This page has no fields yet.
              </Text>
            ) : (
              <ul className={classes.list}>
                {ids.map((id, index) => renderRow(fields.get(id) as FormField, index, ids, stepIndex))}
              </ul>
            )}
          </section>
        );
      })}
      {unassignedFields.length > 0 && (
        <section aria-labelledby="unassigned">
          <Title order={2} size="h3" id="unassigned" mb="sm">
            Not on any page
          </Title>
          <ul className={classes.list}>{unassignedFields.map((field) => renderRow(field, 0, [''], -1))}</ul>
        </section>
      )}
      <DeletedFields
        base={base}
        draft={draft}
        onRestore={(field) => onChange((before) => addField(before, field, before.steps.length - 1))}
        onRemoved={onRemoved}
      />
      <AddFieldModal opened={stepOfNewField !== null} onClose={() => setStepOfNewField(null)} onAdd={add} />
      <Suspense>
        <FieldDrawer
          field={fields.get(openFieldId ?? '') ?? null}
          problems={problemsAt(openFieldId ?? '')}
          isStored={savedIds.has(openFieldId ?? '')}
          onClose={() => setOpenFieldId(null)}
          onChange={(field) =>
            onChange((before) => ({
              ...before,
              formFields: before.formFields.map((current) => (current.id === field.id ? field : current)),
            }))
          }
        />
      </Suspense>
    </Stack>
  );
}

interface FieldRowProps {
  field: FormField;
  steps: Draft['steps'];
  step: number;
  isFirst: boolean;
  isLast: boolean;
  problems: readonly Problem[];
  onOpen: () => void;
  onMove: (direction: 1 | -1) => void;
  onMoveToStep: (to: number) => void;
  onRemove: () => void;
}

function FieldRow({
  field,
  steps,
  step,
  isFirst,
  isLast,
  problems,
  onOpen,
  onMove,
  onMoveToStep,
  onRemove,
}: FieldRowProps) {
  const name = nameOfField(field);
  return (
    <li className={classes.row} data-problem={problems.length > 0 || undefined}>
      <UnstyledButton className={classes.name} onClick={onOpen}>
        <Text span fw={500} className={classes.label}>
          {name}
          {field.inputOptions?.required && (
            <Text span inherit c="dimmed">
              {' '}
              (required)
            </Text>
          )}
        </Text>
        <Text span size="xs" c="dimmed">
          {kindOfField(field)}
          {field.inputOptions?.target && ` · ${field.inputOptions.target}`}
        </Text>
        {problems[0] && (
          <Text span size="xs" c="var(--mantine-color-error)">
            {problems[0].description}
          </Text>
        )}
      </UnstyledButton>
      <Group gap="xs" wrap="nowrap" className={classes.actions}>
        {field.hidden && <StatusBadge tone="quiet">Hidden</StatusBadge>}
        {steps.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={`Page of ${name}`}
            w={130}
            data={[
              ...(step < 0 ? [{ value: '-1', label: 'No page' }] : []),
              ...steps.map(({ name: title }, index) => ({ value: String(index), label: title || `Page ${index + 1}` })),
            ]}
            value={String(step)}
            onChange={(event) => onMoveToStep(Number(event.currentTarget.value))}
          />
        )}
        <RowButtons name={name} isFirst={isFirst} isLast={isLast} onMove={onMove} onRemove={onRemove} />
      </Group>
    </li>
  );
}
