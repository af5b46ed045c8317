import { Anchor, Badge, Group, VisuallyHidden } from '@mantine/core';
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

/** fields that have a column until the person chooses others */
const FIRST_FIELDS = 4;
const BEFORE_STATE = 2;
const SUMMARY_PARTS = 3;
const SHOWN_TAGS = 3;

/** What the list shows of the submissions of one form: who it is first, then how it stands, then the rest. */
export function columnsOfForm(form: SiteForm, onOpen: (id: string) => void): readonly Column<Submission>[] {
  const fields = answerFields(form).map((field) => ({
    id: `value:${field.target}`,
    header: field.label,
    cell: ({ submissions }: Submission) => (
      <span className={classes.value}>{answerText(field, submissions[field.target])}</span>
    ),
  }));
  return [sent(onOpen), ...fields.slice(0, BEFORE_STATE), ...state, ...fields.slice(BEFORE_STATE), ...about];
}

export const hiddenAtFirst = (form: SiteForm | null): ColumnVisibilityState => ({
  sender: false,
  updatedDate: false,
  ...Object.fromEntries(
    (form ? answerFields(form) : []).slice(FIRST_FIELDS).map(({ target }) => [`value:${target}`, false]),
  ),
});

/** What the list shows of the submissions of all forms, which have no fields in common. */
export function columnsOfAll(
  forms: ReadonlyMap<string, SiteForm>,
  onOpen: (id: string) => void,
): readonly Column<Submission>[] {
  const fields = new Map([...forms].map(([id, form]) => [id, answerFields(form)]));
  return [
    sent(onOpen),
    { id: 'form', header: 'Form', cell: ({ formId }) => forms.get(formId)?.name || 'Without a name' },
    {
      id: 'summary',
      header: 'Says',
      cell: (submission) => (
        <span className={classes.value}>{summaryOf(submission, fields.get(submission.formId) ?? [])}</span>
      ),
    },
    ...state,
    ...about,
  ];
}

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

const sent = (onOpen: (id: string) => void): Column<Submission> => ({
  id: 'createdDate',
  header: 'Sent',
  isSortable: true,
  cell: ({ id, createdDate, seen }) => (
    <Anchor
      component="button"
      type="button"
      inherit
      className={classes.when}
      data-unseen={!seen || undefined}
      onClick={() => onOpen(id)}
    >
      {formatDateTime(createdDate)}
      {!seen && <VisuallyHidden> (new)</VisuallyHidden>}
    </Anchor>
  ),
});

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
