import { Badge, Group } from '@mantine/core';
import '@mantine/core/styles/Badge.css';
import type { FieldView } from '@portico/react/forms/view/field-view';
import type { ColumnVisibilityState } from '@tanstack/react-table';
import type { Column } from '../../ui/DataTable.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { answerFields, answerText } from '../answers.ts';
import type { SiteForm } from '../queries.ts';
import classes from './columns.module.css';
import type { Submission } from './queries.ts';
import { SubmissionState } from './SubmissionState.tsx';
import { letterOf, senderTargets } from './sender.ts';

/** fields that have a column until the person chooses others */
const FIRST_FIELDS = 4;
const BEFORE_STATE = 2;
const SUMMARY_PARTS = 3;
const SHOWN_TAGS = 3;

/** What the list shows of the submissions of one form: who it is first, then what they answered, then the rest. */
export function columnsOfForm(form: SiteForm): readonly Column<Submission>[] {
  const views = answerFields(form);
  const fields = views.map((field) => ({
    id: `value:${field.target}`,
    header: field.label,
    cell: ({ submissions }: Submission) => answerText(field, submissions[field.target]),
  }));
  return [from(() => views), ...fields.slice(0, BEFORE_STATE), sent, ...state, ...fields.slice(BEFORE_STATE), ...about];
}

/** The first answers are shown, but those that the sender's column holds already. */
export function hiddenAtFirst(form: SiteForm | null): ColumnVisibilityState {
  const fields = form ? answerFields(form) : [];
  const senders = senderTargets(fields);
  const others = fields.filter(({ target }) => !senders.includes(target)).slice(FIRST_FIELDS);
  const targets = [...senders, ...others.map(({ target }) => target)];
  return {
    sender: false,
    updatedDate: false,
    ...Object.fromEntries(targets.map((target) => [`value:${target}`, false])),
  };
}

/** What the list shows of the submissions of all forms, which have no fields in common. */
export function columnsOfAll(forms: ReadonlyMap<string, SiteForm>): readonly Column<Submission>[] {
  const fieldsOf = fieldsByForm(forms);
  return [
    from(fieldsOf),
    { id: 'summary', header: 'Message', cell: (submission) => letterIn(submission, fieldsOf).message },
    { id: 'form', header: 'Form', cell: ({ formId }) => forms.get(formId)?.name || 'Without a name' },
    sent,
    ...state,
    ...about,
  ];
}

/** A submission on a phone: sender and message first, then when, by which form and how it stands. */
export function phoneRowOf(forms: ReadonlyMap<string, SiteForm>, isOfAll: boolean) {
  const fieldsOf = fieldsByForm(forms);
  return (submission: Submission) => {
    const { formId, createdDate, status, tags } = submission;
    const { sender, message } = letterIn(submission, fieldsOf);
    const form = isOfAll ? forms.get(formId)?.name || 'Without a name' : '';
    return (
      <>
        <span className={classes.sender}>{sender}</span>
        <span className={classes.message}>{message}</span>
        <span className={classes.about}>
          <span>{[formatDateTime(createdDate), form].filter(Boolean).join(' · ')}</span>
          {status !== 'CONFIRMED' && <SubmissionState status={status} />}
          <TagList tags={tags?.tags?.tagIds ?? []} />
        </span>
      </>
    );
  };
}

type FieldsOf = (submission: Submission) => readonly FieldView[];

function fieldsByForm(forms: ReadonlyMap<string, SiteForm>): FieldsOf {
  const fields = new Map([...forms].map(([id, form]) => [id, answerFields(form)]));
  return ({ formId }) => fields.get(formId) ?? [];
}

const letterIn = (submission: Submission, fieldsOf: FieldsOf) =>
  letterOf(submission, fieldsOf(submission), senderOf(submission));

const from = (fieldsOf: FieldsOf): Column<Submission> => ({
  id: 'from',
  header: 'From',
  cell: (submission) => letterIn(submission, fieldsOf).sender,
});

/** The first answers in one line. */
export function summaryOf(
  { submissions = {} }: { submissions?: Readonly<Record<string, unknown>> },
  fields: readonly FieldView[],
): string {
  const byTarget = new Map(fields.map((field) => [field.target, field]));
  const targets = [...new Set([...byTarget.keys(), ...Object.keys(submissions)])];
  const texts = targets.map((target) => answerText(byTarget.get(target), submissions[target])).filter(Boolean);
  return texts.slice(0, SUMMARY_PARTS).join(' · ').slice(0, 300);
}

const sent: Column<Submission> = {
  id: 'createdDate',
  header: 'Sent',
  isSortable: true,
  cell: ({ createdDate }) => formatDateTime(createdDate),
};

const state: readonly Column<Submission>[] = [
  { id: 'status', header: 'State', isSortable: true, cell: ({ status }) => <SubmissionState status={status} /> },
  { id: 'tags', header: 'Tags', cell: ({ tags }) => <TagList tags={tags?.tags?.tagIds ?? []} /> },
];

const about: readonly Column<Submission>[] = [
  { id: 'sender', header: 'Sent by', cell: (submission) => senderOf(submission) },
  { id: 'updatedDate', header: 'Changed', isSortable: true, cell: ({ updatedDate }) => formatDateTime(updatedDate) },
];

function senderOf({ submitter, contactId }: Pick<Submission, 'submitter' | 'contactId'>): string {
  if (submitter.memberId) return 'A member';
  if (submitter.visitorId) return contactId ? 'A contact' : 'A visitor';
  return submitter.userId ? 'The team' : 'A program';
}

function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  const more = tags.length - SHOWN_TAGS;
  return (
    <Group gap={4} wrap="nowrap" title={tags.join(', ')}>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Badge key={tag} variant="default" tt="none" fw={500} maw={140}>
          {tag}
        </Badge>
      ))}
      {more > 0 && `+${more}`}
    </Group>
  );
}
