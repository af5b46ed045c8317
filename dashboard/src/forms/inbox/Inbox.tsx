import { Group, SegmentedControl, Stack } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { RowsSkeleton } from '../../ui/QueryView.tsx';
import type { SiteForm } from '../queries.ts';
import { InboxList } from './InboxList.tsx';
import { type Folder, useInboxParams } from './inbox-params.ts';
import { type FolderCounts, folderCountsQuery } from './queries.ts';

const Spam = lazy(async () => ({ default: (await import('./Spam.tsx')).Spam }));
const Trash = lazy(async () => ({ default: (await import('./Trash.tsx')).Trash }));

interface InboxProps {
  /** The form whose submissions are shown. Null for all `forms`. */
  form: SiteForm | null;
  forms?: readonly SiteForm[];
}

const NO_FORMS: readonly SiteForm[] = [];

/** The folders of the inbox: received submissions, spam and trash. */
export function Inbox({ form, forms: all = NO_FORMS }: InboxProps) {
  const [view, setView] = useInboxParams();
  const forms = useMemo(() => (form ? [form] : all), [form, all]);
  const byId = useMemo(() => new Map(forms.map((siteForm) => [siteForm.id, siteForm])), [forms]);
  // The endpoint accepts at most 100 forms, so the totals omit further ones.
  const counts = useQuery(folderCountsQuery(forms.slice(0, 100).map(({ id }) => id))).data;
  const sum = (folder: keyof FolderCounts): number =>
    [...(counts?.values() ?? [])].reduce((total, count) => total + count[folder], 0);
  const withCount = (title: string, count: number, suffix = '') =>
    count > 0 ? `${title} (${formatNumber(count)}${suffix})` : title;
  const formChoice = form
    ? null
    : forms.map(({ id, name }) => ({
        id,
        label: withCount(name || 'Untitled form', counts?.get(id)?.unseen ?? 0, ' new'),
      }));
  const formId = form?.id ?? view.formId;
  return (
    <Stack>
      <Group>
        <SegmentedControl
          aria-label="Folder"
          size="sm"
          value={view.folder}
          onChange={(folder) => setView({ folder: folder as Folder, open: null })}
          data={[
            { value: 'inbox', label: withCount('Inbox', sum('unseen'), ' new') },
            { value: 'spam', label: withCount('Spam', sum('spam')) },
            { value: 'trash', label: withCount('Trash', sum('trash')) },
          ]}
        />
      </Group>
      {view.folder === 'inbox' && (
        <InboxList form={form} forms={byId} formChoice={formChoice} view={view} onView={setView} />
      )}
      <Suspense fallback={<RowsSkeleton />}>
        {view.folder === 'spam' && (
          <Spam
            key={formId}
            formId={formId}
            forms={byId}
            formChoice={formChoice}
            onForm={(next) => setView({ formId: next })}
          />
        )}
        {view.folder === 'trash' && (
          <Trash
            key={formId}
            formId={formId}
            forms={byId}
            counts={counts}
            onForm={(next) => setView({ formId: next })}
          />
        )}
      </Suspense>
    </Stack>
  );
}
