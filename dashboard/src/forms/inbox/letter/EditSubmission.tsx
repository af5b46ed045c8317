import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import { isConflict } from '../../../app/is-conflict.ts';
import { notifySuccess } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FormButtons } from '../../../ui/FormButtons.tsx';
import { answerFields } from '../../answers.ts';
import type { SiteForm } from '../../queries.ts';
import { changeValues } from '../acts.ts';
import { refreshInbox, type Submission, submissionQuery } from '../queries.ts';
import { checkEdit, refusedErrors, textsOf } from './check-edit.ts';
import { changedTargets, changedValues, type Input, type Inputs, inputsOf, isEditable } from './edit-values.ts';
import { SubmissionConflict } from './SubmissionConflict.tsx';
import { ValueInput } from './ValueInput.tsx';

interface EditSubmissionProps {
  submission: Submission;
  form: SiteForm;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

type Told = ReturnType<typeof textsOf>;

/** What is saved, and over what: a mutation that waits must not read what is typed by then. */
interface Attempt {
  readonly over: Submission;
  readonly inputs: Inputs;
  readonly targets: readonly string[];
}

const NOTHING_WRONG: Told = { byPath: new Map(), others: [] };

/** The answers in inputs. Only those that are changed are sent, so that another's change of others stays. */
export function EditSubmission({ submission, form, onDirty, onDone }: EditSubmissionProps) {
  // what it was when the inputs were filled, whatever is read meanwhile
  const [base, setBase] = useState(submission);
  const fields = answerFields(form);
  const editable = useMemo(() => fields.filter(isEditable), [fields]);
  const [inputs, setInputs] = useState(() => inputsOf(editable, base.submissions));
  const [told, setTold] = useState<Told>(NOTHING_WRONG);
  const [newer, setNewer] = useState<Submission | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const targets = changedTargets(editable, inputsOf(editable, base.submissions), inputs);
  const others = fields.filter((field) => !isEditable(field));

  const save = useMutation({
    mutationFn: async ({ over, inputs, targets }: Attempt) => {
      const values = changedValues(editable, over.submissions, inputs, targets);
      const errors = await checkEdit(form, values);
      if (errors.length > 0) return { errors };
      return { saved: await changeValues(over, values, targets) };
    },
    onSuccess: ({ errors, saved }) => {
      if (errors) return tell(errors);
      queryClient.setQueryData(submissionQuery(base.id).queryKey, saved);
      notifySuccess('The submission is changed.');
      onDone();
      return refreshInbox();
    },
    onError: async (error) => {
      if (isConflict(error)) setNewer(await queryClient.fetchQuery({ ...submissionQuery(base.id), staleTime: 0 }));
      else tell(refusedErrors(error));
    },
  });

  const tell = (errors: Parameters<typeof textsOf>[2]): void => setTold(textsOf(fields, editable, errors));
  // once the errors stand at their inputs
  useEffect(() => {
    if (told.byPath.size > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [told]);

  const change = (target: string, value: Input) => {
    const next = { ...inputs, [target]: value };
    setInputs(next);
    onDirty(changedTargets(editable, inputsOf(editable, base.submissions), next).length > 0);
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTold(NOTHING_WRONG);
    if (targets.length === 0) onDone();
    else save.mutate({ over: base, inputs, targets });
  };

  if (newer) {
    return (
      <SubmissionConflict
        fields={fields}
        base={base}
        newer={newer}
        isPending={save.isPending}
        onMine={() => {
          const mine = Object.fromEntries(Object.entries(inputs).filter(([target]) => targets.includes(target)));
          const merged = { ...inputsOf(editable, newer.submissions), ...mine };
          setNewer(null);
          setBase(newer);
          setInputs(merged);
          save.mutate({ over: newer, inputs: merged, targets });
        }}
        onTheirs={() => {
          setNewer(null);
          setBase(newer);
          setInputs(inputsOf(editable, newer.submissions));
          onDirty(false);
        }}
      />
    );
  }
  const isUnknown = save.isError && !isConflict(save.error) && refusedErrors(save.error).length === 0;
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack>
        {isUnknown && <ErrorState error={save.error} />}
        {told.others.length > 0 && (
          <Alert color="red" role="alert" title="The form has changed since">
            {told.others.map((text) => (
              <Text key={text} size="sm">
                {text}
              </Text>
            ))}
          </Alert>
        )}
        {editable.map((field) => (
          <ValueInput
            key={field.id}
            field={field}
            value={inputs[field.target] ?? ''}
            onChange={(value) => change(field.target, value)}
            errors={told.byPath}
          />
        ))}
        {others.length > 0 && (
          <Text size="sm" c="dimmed">
            What only the sender can give stays as it is: {others.map(({ label }) => label).join(', ')}.
          </Text>
        )}
        {editable.length > 0 ? (
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
