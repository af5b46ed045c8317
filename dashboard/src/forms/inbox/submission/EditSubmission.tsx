import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { isConflict } from '../../../app/is-conflict.ts';
import { notifySuccess } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FormButtons } from '../../../ui/FormButtons.tsx';
import { listAnswerFields } from '../../answers.ts';
import type { SiteForm } from '../../queries.ts';
import { refreshInbox, type Submission, submissionQuery } from '../queries.ts';
import { changeValues } from '../submission-actions.ts';
import { checkEdit, errorsOfRejection, errorTextsOf } from './check-edit.ts';
import { applyInputs, type Input, type Inputs, inputsOf, isEditable, listChangedTargets } from './edit-values.ts';
import { SubmissionConflict } from './SubmissionConflict.tsx';
import { ValueInput } from './ValueInput.tsx';

interface EditSubmissionProps {
  submission: Submission;
  form: SiteForm;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

type ErrorTexts = ReturnType<typeof errorTextsOf>;

/** The arguments of a save. They are passed explicitly, because the inputs may change while the save is pending. */
interface SaveArguments {
  readonly saved: Submission;
  readonly inputs: Inputs;
  readonly targets: readonly string[];
}

const NO_ERRORS: ErrorTexts = { byPath: new Map(), others: [] };

/** Edits the answers of a submission. Only changed answers are sent, so that a save preserves other users' changes. */
export function EditSubmission({ submission, form, onDirty, onDone }: EditSubmissionProps) {
  // The version from which the inputs were filled, even if the query has loaded a newer one.
  const [base, setBase] = useState(submission);
  const fields = listAnswerFields(form);
  const editableFields = useMemo(() => fields.filter(isEditable), [fields]);
  const [inputs, setInputs] = useState(() => inputsOf(editableFields, base.submissions));
  const [errorTexts, setErrorTexts] = useState<ErrorTexts>(NO_ERRORS);
  const [newerSubmission, setNewerSubmission] = useState<Submission | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const targets = listChangedTargets(editableFields, inputsOf(editableFields, base.submissions), inputs);
  const others = fields.filter((field) => !isEditable(field));

  const save = useMutation({
    mutationFn: async ({ saved, inputs, targets }: SaveArguments) => {
      const values = applyInputs(editableFields, saved.submissions, inputs, targets);
      const errors = await checkEdit(form, values);
      if (errors.length > 0) return { errors };
      return { updated: await changeValues(saved, values, targets) };
    },
    onSuccess: ({ errors, updated }) => {
      if (errors) return showErrors(errors);
      queryClient.setQueryData(submissionQuery(base.id).queryKey, updated);
      notifySuccess('The submission is saved.');
      onDone();
      return refreshInbox();
    },
    onError: async (error) => {
      if (isConflict(error))
        setNewerSubmission(await queryClient.fetchQuery({ ...submissionQuery(base.id), staleTime: 0 }));
      else showErrors(errorsOfRejection(error));
    },
  });

  const showErrors = (errors: Parameters<typeof errorTextsOf>[2]): void =>
    setErrorTexts(errorTextsOf(fields, editableFields, errors));
  // Sets the focus in an effect, because the inputs show the errors only after the render.
  useEffect(() => {
    if (errorTexts.byPath.size > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errorTexts]);

  const handleChange = (target: string, value: Input) => {
    const next = { ...inputs, [target]: value };
    setInputs(next);
    onDirty(listChangedTargets(editableFields, inputsOf(editableFields, base.submissions), next).length > 0);
  };

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setErrorTexts(NO_ERRORS);
    if (targets.length === 0) onDone();
    else save.mutate({ saved: base, inputs, targets });
  };

  if (newerSubmission) {
    return (
      <SubmissionConflict
        fields={fields}
        base={base}
        newer={newerSubmission}
        isPending={save.isPending}
        onKeepMine={() => {
          const myInputs = Object.fromEntries(Object.entries(inputs).filter(([target]) => targets.includes(target)));
          const mergedInputs = { ...inputsOf(editableFields, newerSubmission.submissions), ...myInputs };
          setNewerSubmission(null);
          setBase(newerSubmission);
          setInputs(mergedInputs);
          save.mutate({ saved: newerSubmission, inputs: mergedInputs, targets });
        }}
        onTakeTheirs={() => {
          setNewerSubmission(null);
          setBase(newerSubmission);
          setInputs(inputsOf(editableFields, newerSubmission.submissions));
          onDirty(false);
        }}
      />
    );
  }
  const isGeneralError = save.isError && !isConflict(save.error) && errorsOfRejection(save.error).length === 0;
  return (
    <form ref={formRef} onSubmit={handleSubmit} noValidate>
      <Stack>
        {isGeneralError && <ErrorState error={save.error} />}
        {errorTexts.others.length > 0 && (
          <Alert color="red" role="alert" title="Some answers no longer match the form">
            {errorTexts.others.map((text) => (
              <Text key={text} size="sm">
                {text}
              </Text>
            ))}
          </Alert>
        )}
        {editableFields.map((field) => (
          <ValueInput
            key={field.id}
            field={field}
            value={inputs[field.target] ?? ''}
            onChange={(value) => handleChange(field.target, value)}
            errors={errorTexts.byPath}
          />
        ))}
        {others.length > 0 && (
          <Text size="sm" c="dimmed">
            These answers cannot be edited: {others.map(({ label }) => label).join(', ')}.
          </Text>
        )}
        {editableFields.length > 0 ? (
          <FormButtons isPending={save.isPending} onCancel={onDone}>
            Save
          </FormButtons>
        ) : (
          <Group>
            <Button variant="default" onClick={onDone}>
              Back
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
