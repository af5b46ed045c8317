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
import { loadHiddenColumns, saveHiddenColumns } from '../../ui/hidden-columns.ts';
import { useIndexing } from '../../ui/indexing.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { useRowSelection } from '../../ui/use-row-selection.ts';
import type { SiteForm } from '../queries.ts';
import { columnsOfAll, columnsOfForm, hiddenColumnsOf, phoneRowOf } from './columns.tsx';
import { ExportButton } from './ExportButton.tsx';
import type { FormOption } from './FormSelect.tsx';
import { InboxToolbar } from './InboxToolbar.tsx';
import { type InboxParams, isFiltered, NEWEST, NO_FILTERS } from './inbox-params.ts';
import { pageQuery, totalQuery } from './queries.ts';
import { readAll } from './read-all.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { SubmissionsByDay, SubmissionsByDayButton } from './SubmissionsByDay.tsx';
import { tagsOf, toTaggedSubmission } from './tags.ts';

// The drawer loads when the first submission is opened.
const SubmissionDrawer = lazy(async () => ({
  default: (await import('./submission/SubmissionDrawer.tsx')).SubmissionDrawer,
}));

interface InboxListProps {
  /** Null for the submissions of all forms. */
  form: SiteForm | null;
  /** Forms by id: all forms of the site, or only `form`. */
  forms: ReadonlyMap<string, SiteForm>;
  formChoice: readonly FormOption[] | null;
  view: InboxParams;
  onView: (change: Partial<InboxParams>) => void;
}

/** Lists submissions with search, filters, bulk actions and the drawer of the open submission. */
export function InboxList({ form, forms, formChoice, view, onView }: InboxListProps) {
  const { site } = useSignedIn();
  const { mayEdit } = useRights();
  const listId = `inbox:${form?.id ?? 'all'}`;
  const [hidden, setHidden] = useState<ColumnVisibilityState>(() =>
    loadHiddenColumns(site.siteId, listId, hiddenColumnsOf(form)),
  );
  const [cursor, setCursor] = useState<string | null>(null);
  const [isChartShown, setIsChartShown] = useState(false);
  const { formId, search, status, seen, tag, from, to, sort } = view;
  const filters = { formId: form?.id ?? formId, search, status, seen, tag, from, to };
  const page = useQuery(pageQuery({ ...filters, sort }, cursor));
  const totals = useQuery(totalQuery(filters));
  const indexing = useIndexing(page);

  const change = (next: Partial<InboxParams>) => {
    setCursor(null);
    selection.clear();
    onView(next);
  };
  const columns = useMemo(() => (form ? columnsOfForm(form) : columnsOfAll(forms)), [form, forms]);
  const phoneRow = useMemo(() => phoneRowOf(forms, form === null), [form, forms]);

  const rows = page.data?.submissions ?? [];
  const selection = useRowSelection(rows, ({ id }) => id, page.isPlaceholderData);
  const total = totals.data?.total;
  const all =
    selection.isWholePage && total !== undefined && total > rows.length
      ? { total, read: (onRead: (count: number) => void) => readAll({ ...filters, sort }, onRead) }
      : null;

  return (
    <Stack>
      <InboxToolbar view={view} onView={change} tags={tagsOf(rows.map(toTaggedSubmission))} forms={formChoice}>
        <ColumnChoice
          columns={columns}
          hidden={hidden}
          onHide={(next) => {
            setHidden(next);
            saveHiddenColumns(site.siteId, listId, next);
          }}
        />
        <SubmissionsByDayButton isShown={isChartShown} onShow={setIsChartShown} />
        {form && <ExportButton form={form} status={status} />}
      </InboxToolbar>
      {isChartShown && !indexing && <SubmissionsByDay filters={filters} />}
      <SelectionBar selected={selection.rows.map(toTaggedSubmission)} all={all} onDone={selection.clear} />
      {indexing ? (
        <>
          <JobProgress progressLabel="Indexing submissions for the search" {...indexing} />
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => change({ search: '' })}>
            Show all submissions
          </Button>
        </>
      ) : (
        <QueryView query={page}>
          {({ metadata: { cursors } }) =>
            rows.length === 0 ? (
              <EmptyInbox
                hasFilters={isFiltered(filters)}
                isFirstPage={cursor === null}
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
                  onSort={(next) => change({ sort: next ?? sortAfterDescending(sort) })}
                  hidden={hidden}
                  isStale={page.isPlaceholderData}
                  onOpen={({ id }) => onView({ open: id })}
                  isNew={({ seen }) => !seen}
                  phoneRow={phoneRow}
                  {...(mayEdit ? selection.table : {})}
                />
                <CursorPager
                  summary={formatTotals(totals.data)}
                  cursors={cursors}
                  onCursor={(next) => {
                    selection.clear();
                    setCursor(next);
                  }}
                />
              </>
            )
          }
        </QueryView>
      )}
      {view.open !== null && (
        <Suspense>
          <SubmissionDrawer
            submissionId={view.open}
            listIds={rows.map(({ id }) => id)}
            onOpen={(open) => onView({ open })}
          />
        </Suspense>
      )}
    </Stack>
  );
}

/**
 * Returns the next sort if the user clicks the heading of the column by which the list is sorted in descending order:
 * oldest first for the creation date, and the default (newest first) for any other column.
 */
const sortAfterDescending = ({ id }: Sort): Sort => (id === NEWEST.id ? { ...NEWEST, desc: false } : NEWEST);

function formatTotals(totals: { total: number; unseen: number } | undefined): string {
  if (!totals) return '';
  const { total, unseen } = totals;
  const all = total === 1 ? '1 submission' : `${formatNumber(total)} submissions`;
  return unseen > 0 ? `${all}, ${formatNumber(unseen)} new` : all;
}

function EmptyInbox(props: { hasFilters: boolean; isFirstPage: boolean; onReset: () => void }) {
  const icon = <IconInbox size={36} stroke={1.5} />;
  if (!props.hasFilters && props.isFirstPage) {
    return (
      <Empty icon={icon} title="No submissions yet">
        Share the link to your form. What visitors send appears here.
      </Empty>
    );
  }
  return (
    <Empty
      icon={icon}
      title={props.hasFilters ? 'No submissions found' : 'This page is empty'}
      action={
        <Group justify="center">
          <Button variant="default" onClick={props.onReset}>
            Show all submissions
          </Button>
        </Group>
      }
    >
      {props.hasFilters
        ? 'No submission matches your search and filters.'
        : 'The submissions on this page have been moved or deleted.'}
    </Empty>
  );
}
