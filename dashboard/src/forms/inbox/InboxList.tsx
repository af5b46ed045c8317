import { Button, Group, Stack } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ColumnVisibilityState } from '@tanstack/react-table';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useRights } from '../../app/rights.ts';
import { useSignedIn } from '../../app/session.ts';
import { ColumnChoice } from '../../ui/ColumnChoice.tsx';
import { CursorPager } from '../../ui/CursorPager.tsx';
import { DataTable, type Sort } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { formatDateTime, formatNumber } from '../../ui/format.ts';
import { keepColumns, keptColumns } from '../../ui/kept-columns.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { useChosen } from '../../ui/use-chosen.ts';
import type { SiteForm } from '../queries.ts';
import { type InboxAddress, isFiltered, NEWEST, NO_FILTERS } from './address.ts';
import { ChosenBar } from './ChosenBar.tsx';
import { columnsOfAll, columnsOfForm, hiddenAtFirst, phoneRowOf } from './columns.tsx';
import { Days, DaysButton } from './Days.tsx';
import { ExportButton } from './ExportButton.tsx';
import type { BoxForm } from './FormSelect.tsx';
import { InboxToolbar } from './InboxToolbar.tsx';
import { pageQuery, totalQuery } from './queries.ts';
import { readAll } from './read-all.ts';
import { taggedOf, tagsOf } from './tags.ts';

// what shows one submission comes with the first that is opened
const SubmissionDrawer = lazy(async () => ({
  default: (await import('./letter/SubmissionDrawer.tsx')).SubmissionDrawer,
}));

interface InboxListProps {
  /** null: of all forms */
  form: SiteForm | null;
  /** those of the site, by id; one where the list is of one */
  forms: ReadonlyMap<string, SiteForm>;
  formChoice: readonly BoxForm[] | null;
  address: InboxAddress;
  onAddress: (change: Partial<InboxAddress>) => void;
}

/** What was sent, row by row. */
export function InboxList({ form, forms, formChoice, address, onAddress }: InboxListProps) {
  const { site } = useSignedIn();
  const { mayEdit } = useRights();
  const listId = `inbox:${form?.id ?? 'all'}`;
  const [hidden, setHidden] = useState<ColumnVisibilityState>(() =>
    keptColumns(site.siteId, listId, hiddenAtFirst(form)),
  );
  const [cursor, setCursor] = useState<string | null>(null);
  const [isPlotted, setPlotted] = useState(false);
  const { formId, search, status, seen, tag, from, to, sort } = address;
  const filters = { formId: form?.id ?? formId, search, status, seen, tag, from, to };
  const page = useQuery(pageQuery({ ...filters, sort }, cursor));
  const totals = useQuery(totalQuery(filters));

  const change = (next: Partial<InboxAddress>) => {
    setCursor(null);
    chosen.clear();
    onAddress(next);
  };
  const columns = useMemo(() => (form ? columnsOfForm(form) : columnsOfAll(forms)), [form, forms]);
  const phoneRow = useMemo(() => phoneRowOf(forms, form === null), [form, forms]);

  const rows = page.data?.submissions ?? [];
  const chosen = useChosen(rows, ({ id }) => id, page.isPlaceholderData);
  const total = totals.data?.total;
  const all =
    chosen.isPage && total !== undefined && total > rows.length
      ? { total, read: (onRead: (count: number) => void) => readAll({ ...filters, sort }, onRead) }
      : null;

  return (
    <Stack>
      <InboxToolbar address={address} onAddress={change} tags={tagsOf(rows.map(taggedOf))} forms={formChoice}>
        <ColumnChoice
          columns={columns}
          hidden={hidden}
          onHide={(next) => {
            setHidden(next);
            keepColumns(site.siteId, listId, next);
          }}
        />
        <DaysButton isShown={isPlotted} onShow={setPlotted} />
        {form && <ExportButton form={form} status={status} />}
      </InboxToolbar>
      {isPlotted && <Days filters={filters} />}
      <ChosenBar chosen={chosen.rows.map(taggedOf)} all={all} onDone={chosen.clear} />
      <QueryView query={page}>
        {({ metadata: { cursors } }) =>
          rows.length === 0 ? (
            <NothingHere
              isNarrowed={isFiltered(filters)}
              isLater={cursor !== null}
              onReset={() => change({ ...NO_FILTERS, ...(form ? {} : { formId: null }) })}
            />
          ) : (
            <>
              <DataTable
                label={form ? `Submissions of ${form.name ?? 'the form'}` : 'Submissions'}
                columns={columns}
                rows={rows}
                rowId={({ id }) => id}
                rowName={({ createdDate }) => `the submission of ${formatDateTime(createdDate)}`}
                sort={sort}
                onSort={(next) => change({ sort: next ?? afterDescending(sort) })}
                hidden={hidden}
                isStale={page.isPlaceholderData}
                onOpen={({ id }) => onAddress({ open: id })}
                isNew={({ seen }) => !seen}
                phoneRow={phoneRow}
                {...(mayEdit ? chosen.table : {})}
              />
              <CursorPager
                told={toldTotals(totals.data)}
                cursors={cursors}
                onCursor={(next) => {
                  chosen.clear();
                  setCursor(next);
                }}
              />
            </>
          )
        }
      </QueryView>
      {address.open !== null && (
        <Suspense>
          <SubmissionDrawer
            submissionId={address.open}
            neighbours={rows.map(({ id }) => id)}
            onOpen={(open) => onAddress({ open })}
          />
        </Suspense>
      )}
    </Stack>
  );
}

/** The heading of what is sorted downwards turns it: by day it starts there, and has no third state. */
const afterDescending = ({ id }: Sort): Sort => (id === NEWEST.id ? { ...NEWEST, desc: false } : NEWEST);

function toldTotals(totals: { total: number; unseen: number } | undefined): string {
  if (!totals) return '';
  const { total, unseen } = totals;
  const all = total === 1 ? '1 submission' : `${formatNumber(total)} submissions`;
  return unseen > 0 ? `${all}, ${formatNumber(unseen)} new` : all;
}

function NothingHere(props: { isNarrowed: boolean; isLater: boolean; onReset: () => void }) {
  const icon = <IconInbox size={36} stroke={1.5} />;
  if (!props.isNarrowed && !props.isLater) {
    return (
      <Empty icon={icon} title="Nothing sent yet">
        Share the form’s address. What visitors send arrives here.
      </Empty>
    );
  }
  return (
    <Empty
      icon={icon}
      title={props.isNarrowed ? 'Nothing fits' : 'Nothing on this page'}
      action={
        <Group justify="center">
          <Button variant="default" onClick={props.onReset}>
            Show all submissions
          </Button>
        </Group>
      }
    >
      {props.isNarrowed ? 'No submission fits what is asked for.' : 'What stood here is gone by now.'}
    </Empty>
  );
}
