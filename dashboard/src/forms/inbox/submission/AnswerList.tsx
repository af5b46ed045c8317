import { Anchor, Text } from '@mantine/core';
import { toSafeUrl } from '@portico/domain/forms/rich-content/links';
import type { FieldKind } from '@portico/react/forms/view/field-view';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../../ui/QueryView.tsx';
import { listAnswerFields } from '../../answers.ts';
import type { SiteForm } from '../../queries.ts';
import { formattedSubmissionQuery, type Submission } from '../queries.ts';
import { FileList, filesOf } from './FileList.tsx';
import classes from './Submission.module.css';

/** Lists the answers with their labels in the order of the form, formatted by the server as in PDFs and mails. */
export function AnswerList({ submission, form }: { submission: Submission; form: SiteForm | null }) {
  const answers = useQuery(formattedSubmissionQuery(submission));
  const fields = form ? listAnswerFields(form) : [];
  const kinds = new Map(fields.map((field) => [field.target, field.kind]));
  return (
    <QueryView query={answers}>
      {(list) => {
        const answeredTargets = new Set(list.map(({ key }) => key.split('/')[0]));
        const empty = fields.filter(({ target }) => !answeredTargets.has(target));
        return (
          <>
            <dl className={classes.values}>
              {list.map(({ key, label, value }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>
                    <Answer text={value} raw={valueAt(submission.submissions, key)} kind={kinds.get(key)} />
                  </dd>
                </div>
              ))}
            </dl>
            {empty.length > 0 && (
              <Text size="sm" c="dimmed" mt="sm">
                Left empty: {empty.map(({ label }) => label).join(', ')}
              </Text>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function Answer({ text, raw, kind }: { text: string; raw: unknown; kind: FieldKind | undefined }) {
  const files = filesOf(raw);
  if (files.length > 0) return <FileList files={files} />;
  const href = linkOf(text, kind);
  if (href === undefined) return text;
  const linkProps = kind === 'url' ? { target: '_blank', rel: 'noreferrer nofollow' } : {};
  return (
    <Anchor inherit href={href} {...linkProps}>
      {text}
    </Anchor>
  );
}

/**
 * Returns a link for e-mail addresses, phone numbers and web addresses. Visitors wrote the text, so other schemes such as
 * `javascript:` must never become a link.
 */
function linkOf(text: string, kind: FieldKind | undefined): string | undefined {
  switch (kind) {
    case 'email':
      return /^[^\s?&]+@[^\s?&]+$/.test(text) ? `mailto:${encodeURIComponent(text).replace('%40', '@')}` : undefined;
    case 'phone':
      return /^\+?[\d\s()./-]+$/.test(text) ? `tel:${text.replace(/[^+\d]/g, '')}` : undefined;
    case 'url':
      return toSafeUrl(text) ?? undefined;
    default:
      return undefined;
  }
}

/** Returns the value at a key. The key of a value in an embedded form is a path such as `child/target`. */
const valueAt = (values: Readonly<Record<string, unknown>>, key: string): unknown =>
  key in values
    ? values[key]
    : key
        .split('/')
        .reduce<unknown>(
          (value, part) =>
            typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
          values,
        );
