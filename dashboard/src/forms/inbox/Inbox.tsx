import { Group, SegmentedControl, Stack } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { formatNumber } from '../../ui/format.ts';
import { RowsSkeleton } from '../../ui/QueryView.tsx';
import type { SiteForm } from '../queries.ts';
import { type Box, useInboxAddress } from './address.ts';
import { InboxList } from './InboxList.tsx';
import { type BoxCounts, boxCountsQuery } from './queries.ts';

const Spam = lazy(async () => ({ default: (await import('./Spam.tsx')).Spam }));
const Trash = lazy(async () => ({ default: (await import('./Trash.tsx')).Trash }));

interface InboxProps {
  /** the list is of this one alone; null: of all `forms` */
  form: SiteForm | null;
  forms?: readonly SiteForm[];
}

const NONE: readonly SiteForm[] = [];

/** What was sent, what of it is spam, and what was thrown away. */
export function Inbox({ form, forms: all = NONE }: InboxProps) {
  const [address, setAddress] = useInboxAddress();
  const forms = useMemo(() => (form ? [form] : all), [form, all]);
  const byId = useMemo(() => new Map(forms.map((one) => [one.id, one])), [forms]);
  // a call counts for a hundred forms
  const counts = useQuery(boxCountsQuery(forms.slice(0, 100).map(({ id }) => id))).data;
  const sum = (box: keyof BoxCounts): number =>
    [...(counts?.values() ?? [])].reduce((total, one) => total + one[box], 0);
  const titled = (title: string, count: number, word = '') =>
    count > 0 ? `${title} (${formatNumber(count)}${word})` : title;
  const formChoice = form
    ? null
    : forms.map(({ id, name }) => ({
        id,
        label: titled(name || 'Without a name', counts?.get(id)?.unseen ?? 0, ' new'),
      }));
  const scope = form?.id ?? address.formId;
  return (
    <Stack>
      <Group>
        <SegmentedControl
          aria-label="Box"
          size="sm"
          value={address.box}
          onChange={(box) => setAddress({ box: box as Box, open: null })}
          data={[
            { value: 'inbox', label: titled('Inbox', sum('unseen'), ' new') },
            { value: 'spam', label: titled('Spam', sum('spam')) },
            { value: 'trash', label: titled('Trash', sum('trash')) },
          ]}
        />
      </Group>
      {address.box === 'inbox' && (
        <InboxList form={form} forms={byId} formChoice={formChoice} address={address} onAddress={setAddress} />
      )}
      <Suspense fallback={<RowsSkeleton />}>
        {address.box === 'spam' && (
          <Spam
            key={scope}
            formId={scope}
            forms={byId}
            formChoice={formChoice}
            onForm={(formId) => setAddress({ formId })}
          />
        )}
        {address.box === 'trash' && (
          <Trash key={scope} formId={scope} forms={byId} counts={counts} onForm={(formId) => setAddress({ formId })} />
        )}
      </Suspense>
    </Stack>
  );
}
