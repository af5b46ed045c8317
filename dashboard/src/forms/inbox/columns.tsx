import { Badge, Group } from '@mantine/core';
import '@mantine/core/styles/Badge.css';
import type { FieldView } from '@portico/react/forms/view/field-view';
import type { ColumnVisibilityState } from '@tanstack/react-table';
import type { Column } from '../../ui/DataTable.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { formatAnswer, listAnswerFields } from '../answers.ts';
import type { SiteForm } from '../queries.ts';
import classes from './columns.module.css';
import type { Submission } from './queries.ts';
import { SubmissionState } from './SubmissionState.tsx';
import { findSenderAndMessage, listSenderTargets } from './sender.ts';

/** The number of fields that have a visible column by default. */
const MAX_VISIBLE_FIELDS = 4;
const FIELDS_BEFORE_STATE = 2;
const SUMMARY_PARTS = 3;
const MAX_SHOWN_TAGS = 3;

/** Returns the columns for the submissions of one form: the sender, the answers, the state and the details. */
export function columnsOfForm(form: SiteForm): readonly Column<Submission>[] {
  const views = listAnswerFields(form);
  const fields = views.map((field) => ({
    id: `value:${field.target}`,
    header: field.label,
    cell: ({ submissions }: Submission) => formatAnswer(field, submissions[field.target]),
  }));
  return [
    makeSenderColumn(() => views),
    ...fields.slice(0, FIELDS_BEFORE_STATE),
    createdColumn,
    ...stateColumns,
    ...fields.slice(FIELDS_BEFORE_STATE),
    ...detailColumns,
  ];
}

/** Returns the columns that are hidden by default. The first answers are visible, except those that identify the sender. */
export function hiddenColumnsOf(form: SiteForm | null): ColumnVisibilityState {
  const fields = form ? listAnswerFields(form) : [];
  const senderTargets = listSenderTargets(fields);
  const others = fields.filter(({ target }) => !senderTargets.includes(target)).slice(MAX_VISIBLE_FIELDS);
  const targets = [...senderTargets, ...others.map(({ target }) => target)];
  return {
    sender: false,
    updatedDate: false,
    ...Object.fromEntries(targets.map((target) => [`value:${target}`, false])),
  };
}

/** Returns the columns for the submissions of all forms. Forms have different fields, so answers share one column. */
export function columnsOfAll(forms: ReadonlyMap<string, SiteForm>): readonly Column<Submission>[] {
  const fieldsOf = groupFieldsByForm(forms);
  return [
    makeSenderColumn(fieldsOf),
    { id: 'summary', header: 'Message', cell: (submission) => senderAndMessageOf(submission, fieldsOf).message },
    { id: 'form', header: 'Form', cell: ({ formId }) => forms.get(formId)?.name || 'Untitled form' },
    createdColumn,
    ...stateColumns,
    ...detailColumns,
  ];
}

/** Returns a function that renders a row on a phone: sender and message, then date, form, status and tags. */
export function phoneRowOf(forms: ReadonlyMap<string, SiteForm>, showsAllForms: boolean) {
  const fieldsOf = groupFieldsByForm(forms);
  return (submission: Submission) => {
    const { formId, createdDate, status, tags } = submission;
    const { sender, message } = senderAndMessageOf(submission, fieldsOf);
    const form = showsAllForms ? forms.get(formId)?.name || 'Untitled form' : '';
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

function groupFieldsByForm(forms: ReadonlyMap<string, SiteForm>): FieldsOf {
  const fields = new Map([...forms].map(([id, form]) => [id, listAnswerFields(form)]));
  return ({ formId }) => fields.get(formId) ?? [];
}

const senderAndMessageOf = (submission: Submission, fieldsOf: FieldsOf) =>
  findSenderAndMessage(submission, fieldsOf(submission), senderOf(submission));

const makeSenderColumn = (fieldsOf: FieldsOf): Column<Submission> => ({
  id: 'from',
  header: 'From',
  cell: (submission) => senderAndMessageOf(submission, fieldsOf).sender,
});

/** Returns the first answers as one line. */
export function summaryOf(
  { submissions = {} }: { submissions?: Readonly<Record<string, unknown>> },
  fields: readonly FieldView[],
): string {
  const byTarget = new Map(fields.map((field) => [field.target, field]));
  const targets = [...new Set([...byTarget.keys(), ...Object.keys(submissions)])];
  const texts = targets.map((target) => formatAnswer(byTarget.get(target), submissions[target])).filter(Boolean);
  return texts.slice(0, SUMMARY_PARTS).join(' · ').slice(0, 300);
}

const createdColumn: Column<Submission> = {
  id: 'createdDate',
  header: 'Sent',
  isSortable: true,
  cell: ({ createdDate }) => formatDateTime(createdDate),
};

const stateColumns: readonly Column<Submission>[] = [
  { id: 'status', header: 'State', isSortable: true, cell: ({ status }) => <SubmissionState status={status} /> },
  { id: 'tags', header: 'Tags', cell: ({ tags }) => <TagList tags={tags?.tags?.tagIds ?? []} /> },
];

const detailColumns: readonly Column<Submission>[] = [
  { id: 'sender', header: 'Sent by', cell: (submission) => senderOf(submission) },
  { id: 'updatedDate', header: 'Changed', isSortable: true, cell: ({ updatedDate }) => formatDateTime(updatedDate) },
];

function senderOf({ submitter, contactId }: Pick<Submission, 'submitter' | 'contactId'>): string {
  if (submitter.memberId) return 'A member';
  if (submitter.visitorId) return contactId ? 'A contact' : 'A visitor';
  return submitter.userId ? 'The team' : 'An app';
}

function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  const more = tags.length - MAX_SHOWN_TAGS;
  return (
    <Group gap={4} wrap="nowrap" title={tags.join(', ')}>
      {tags.slice(0, MAX_SHOWN_TAGS).map((tag) => (
        <Badge key={tag} variant="default" tt="none" fw={500} maw={140}>
          {tag}
        </Badge>
      ))}
      {more > 0 && `+${more}`}
    </Group>
  );
}
