import { Anchor, Text } from '@mantine/core';
import { safeUrl } from '@portico/domain/forms/rich-content/links';
import type { FieldKind } from '@portico/react/forms/view/field-view';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../../ui/QueryView.tsx';
import { answerFields } from '../../answers.ts';
import type { SiteForm } from '../../queries.ts';
import { formattedQuery, type Submission } from '../queries.ts';
import { FileList, filesOf } from './FileList.tsx';
import classes from './Letter.module.css';

/** The answers under their labels, in the order of the form, as the server writes them in the PDF and mails. */
export function Values({ submission, form }: { submission: Submission; form: SiteForm | null }) {
  const rows = useQuery(formattedQuery(submission));
  const fields = form ? answerFields(form) : [];
  const kinds = new Map(fields.map((field) => [field.target, field.kind]));
  return (
    <QueryView query={rows}>
      {(list) => {
        const answered = new Set(list.map(({ key }) => key.split('/')[0]));
        const empty = fields.filter(({ target }) => !answered.has(target));
        return (
          <>
            <dl className={classes.values}>
              {list.map(({ key, label, value }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>
                    <Value text={value} raw={valueAt(submission.submissions, key)} kind={kinds.get(key)} />
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

function Value({ text, raw, kind }: { text: string; raw: unknown; kind: FieldKind | undefined }) {
  const files = filesOf(raw);
  if (files.length > 0) return <FileList files={files} />;
  const address = linkOf(text, kind);
  if (address === undefined) return text;
  const away = kind === 'url' ? { target: '_blank', rel: 'noreferrer nofollow' } : {};
  return (
    <Anchor inherit href={address} {...away}>
      {text}
    </Anchor>
  );
}

/** Only addresses that open nothing but a page, a mail or a call: visitors wrote them (`javascript:` would run here). */
function linkOf(text: string, kind: FieldKind | undefined): string | undefined {
  switch (kind) {
    case 'email':
      return /^[^\s?&]+@[^\s?&]+$/.test(text) ? `mailto:${encodeURIComponent(text).replace('%40', '@')}` : undefined;
    case 'phone':
      return /^\+?[\d\s()./-]+$/.test(text) ? `tel:${text.replace(/[^+\d]/g, '')}` : undefined;
    case 'url':
      return safeUrl(text) ?? undefined;
    default:
      return undefined;
  }
}

/** `child/target` of a form inside the form */
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
