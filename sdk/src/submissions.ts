import { FORM_APP_NAMESPACE } from '@portico/domain';
import type { Call } from './call.ts';
import type { Calls } from './calls.gen.ts';
import { PorticoError } from './error.ts';
import type { StoredSubmission, Submission } from './form-types.ts';
import { checkText } from './item-checks.ts';
import type { WireFilter } from './items-filter.ts';
import { firstPage, type Page, type WirePaging, wirePage } from './items-page.ts';
import {
  formsDeletedSubmissionsBulkRemove,
  formsDeletedSubmissionsCount,
  formsDeletedSubmissionsList,
  formsDeletedSubmissionsRestore,
  formsSpamReportsBulkDelete,
  formsSpamReportsBulkReportNotSpam,
  formsSpamReportsCount,
  formsSpamReportsQuery,
  formsSubmissionsBulkDelete,
  formsSubmissionsBulkMarkAsSeen,
  formsSubmissionsBulkReportSpam,
  formsSubmissionsBulkUpdateTags,
  formsSubmissionsConfirm,
  formsSubmissionsCount,
  formsSubmissionsGet,
  formsSubmissionsQueryByNamespace,
  formsSubmissionsSearchByNamespace,
  formsSubmissionsUpdate,
} from './routes.gen.ts';
import type { AnySite, FormId, FormValues, SiteTypes, ValuesOf } from './site-types.ts';

type WireChange = Calls['forms.submissions.update']['body']['submission'];
/** The properties to change, with the revision that the submission had when it was read. */
export type SubmissionChange<Values extends object = FormValues> = Omit<WireChange, 'submissions'> & {
  readonly submissions?: Values | undefined;
};
export type SubmissionStatus = Submission['status'];
type WireSpamReport = Calls['forms.spamReports.query']['response']['formSpamSubmissionReports'][number];
/** A submission that was classified as spam. */
export type SpamReport<Values extends object = FormValues> = Omit<WireSpamReport, 'submissions'> & {
  submissions?: Values | undefined;
};
export type SpamReason = SpamReport['reportReason'];

export interface SubmissionQuery<Id extends string = string> {
  readonly formId?: Id | undefined;
  /** A filter by further properties of the submissions, such as `{ status: 'PENDING' }`. */
  readonly filter?: WireFilter | undefined;
  /** Words to search for in the values. */
  readonly search?: string | undefined;
  readonly sort?: readonly { readonly fieldName: string; readonly order?: 'ASC' | 'DESC' }[] | undefined;
  /** Maximum number of submissions per page, at most 100. */
  readonly limit?: number | undefined;
  /** Starts at a cursor of `Page.cursors`. */
  readonly cursor?: string | undefined;
  /** Returns only submissions of the caller. By default, members may read no others. */
  readonly onlyYourOwn?: boolean | undefined;
}

/** The result of a call on several submissions, which is not atomic. */
export interface BulkOutcome {
  readonly succeeded: readonly string[];
  readonly failed: readonly { readonly id: string; readonly code: string; readonly message: string }[];
}

/** Public and private tags. */
export interface TagChange {
  readonly assign?: Calls['forms.submissions.bulkUpdateTags']['body']['assignTags'];
  readonly unassign?: Calls['forms.submissions.bulkUpdateTags']['body']['unassignTags'];
}

/**
 * Submissions of forms, for API keys and members who may manage them. Lists of ids have at most 100 entries.
 */
export interface SubmissionsClient<Site extends SiteTypes = AnySite> {
  /**
   * Returns submissions, the newest first by default. `for await` continues over all pages. With a `formId`, their values
   * have the types of that form.
   */
  list<Id extends FormId<Site> = FormId<Site>>(query?: SubmissionQuery<Id>): Promise<Page<StoredSubmission<Site, Id>>>;
  /** Returns a submission, or null if there is none that the caller may read. `get<Id>` names its form for the compiler. */
  get<Id extends FormId<Site> = FormId<Site>>(submissionId: string): Promise<StoredSubmission<Site, Id> | null>;
  /** Counts the submissions of each form and how many of them nobody has seen. */
  count(
    formIds: readonly FormId<Site>[],
    statuses?: readonly SubmissionStatus[],
  ): Promise<Calls['forms.submissions.count']['response']['formsSubmissionsCount']>;
  /**
   * Changes the given properties. Pass the `revision` with which the submission was read.
   * @throws PorticoError REVISION_MISMATCH if somebody else changed it, INVALID_STATUS_TRANSITION
   */
  update<Id extends FormId<Site> = FormId<Site>>(
    submissionId: string,
    changes: SubmissionChange<Partial<ValuesOf<Site, Id>>> & { readonly formId: Id },
  ): Promise<StoredSubmission<Site, Id>>;
  /** @throws PorticoError INVALID_STATUS_TRANSITION unless it is pending */
  confirm<Id extends FormId<Site> = FormId<Site>>(submissionId: string): Promise<StoredSubmission<Site, Id>>;
  markAsSeen(formId: FormId<Site>, submissionIds: readonly string[]): Promise<void>;
  updateTags(submissionIds: readonly string[], change: TagChange): Promise<BulkOutcome>;
  /** Moves submissions to the trash, or removes them for good with `permanent`. */
  remove(
    formId: FormId<Site>,
    submissionIds: readonly string[],
    options?: { readonly permanent?: boolean | undefined; readonly preserveFiles?: boolean | undefined },
  ): Promise<BulkOutcome>;
  listTrash<Id extends FormId<Site>>(query: {
    readonly formId: Id;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  }): Promise<Page<StoredSubmission<Site, Id>>>;
  countTrash(
    formIds: readonly FormId<Site>[],
  ): Promise<Calls['forms.deletedSubmissions.count']['response']['formsDeletedSubmissionsCount']>;
  restore<Id extends FormId<Site> = FormId<Site>>(submissionId: string): Promise<StoredSubmission<Site, Id>>;
  /** Removes submissions in the trash for good. */
  emptyTrash(formId: FormId<Site>, submissionIds: readonly string[]): Promise<BulkOutcome>;
  /** Turns submissions into spam reports. */
  reportSpam(formId: FormId<Site>, submissionIds: readonly string[], reason?: SpamReason): Promise<BulkOutcome>;
  /** Turns spam reports back into submissions. */
  reportNotSpam(formId: FormId<Site>, reportIds: readonly string[]): Promise<BulkOutcome>;
  listSpam<Id extends FormId<Site> = FormId<Site>>(
    query?: Omit<SubmissionQuery<Id>, 'search' | 'onlyYourOwn'>,
  ): Promise<Page<SpamReport<Partial<ValuesOf<Site, Id>>>>>;
  countSpam(
    formIds: readonly FormId<Site>[],
  ): Promise<Calls['forms.spamReports.count']['response']['formsSpamSubmissionReportsCount']>;
  removeSpam(formId: FormId<Site>, reportIds: readonly string[]): Promise<BulkOutcome>;
}

/** @param namespace namespace of the forms; the default is that of forms created in the dashboard */
export function createSubmissionsClient<Site extends SiteTypes = AnySite>(
  call: Call,
  namespace?: string,
): SubmissionsClient<Site>;
export function createSubmissionsClient(call: Call, namespace = FORM_APP_NAMESPACE): SubmissionsClient {
  /** A cursor contains filter and sort, so requests with a cursor omit them. */
  const queryOf = ({ formId, filter = {}, sort = [] }: SubmissionQuery, where: WirePaging) => ({
    ...(where.cursorPaging ? {} : { filter: { namespace, formId: formId || undefined, ...filter }, sort: [...sort] }),
    cursorPaging: cursorPagingOf(where),
  });
  return {
    async list({ search: expression, onlyYourOwn = false, ...query } = {}) {
      return firstPage(async (where) => {
        const { submissions, metadata } = expression
          ? await call(formsSubmissionsSearchByNamespace, {
              body: { search: { ...queryOf(query, where), search: { expression } }, onlyYourOwn },
            })
          : await call(formsSubmissionsQueryByNamespace, { body: { query: queryOf(query, where), onlyYourOwn } });
        return wirePage(submissions, metadata);
      }, query);
    },
    async get(submissionId) {
      checkId(submissionId);
      try {
        return (await call(formsSubmissionsGet, { query: { submissionId } })).submission;
      } catch (error) {
        if (error instanceof PorticoError && error.code === 'SUBMISSION_NOT_FOUND') return null;
        throw error;
      }
    },
    async count(formIds, statuses) {
      const body = { formIds: [...formIds], namespace, statuses: statuses && [...statuses] };
      return (await call(formsSubmissionsCount, { body })).formsSubmissionsCount;
    },
    async update(submissionId, submission) {
      checkId(submissionId);
      return (await call(formsSubmissionsUpdate, { query: { submissionId }, body: { submission } })).submission;
    },
    async confirm(submissionId) {
      checkId(submissionId);
      return (await call(formsSubmissionsConfirm, { query: { submissionId } })).submission;
    },
    async markAsSeen(formId, ids) {
      await call(formsSubmissionsBulkMarkAsSeen, { body: { formId, ids: [...ids] } });
    },
    async updateTags(submissionIds, { assign: assignTags, unassign: unassignTags }) {
      const body = { submissionIds: [...submissionIds], assignTags, unassignTags };
      return outcomeOf(await call(formsSubmissionsBulkUpdateTags, { body }), submissionIds);
    },
    async remove(formId, submissionIds, options = {}) {
      const body = { formId, submissionIds: [...submissionIds], ...options };
      return outcomeOf(await call(formsSubmissionsBulkDelete, { body }), submissionIds);
    },
    async listTrash({ formId, ...query }) {
      return firstPage(async (where) => {
        const { submissions, pagingMetadata } = await call(formsDeletedSubmissionsList, {
          query: { formId, paging: cursorPagingOf(where) },
        });
        return wirePage(submissions, pagingMetadata);
      }, query);
    },
    async countTrash(formIds) {
      const body = { formIds: [...formIds], namespace };
      return (await call(formsDeletedSubmissionsCount, { body })).formsDeletedSubmissionsCount;
    },
    async restore(submissionId) {
      checkId(submissionId);
      return (await call(formsDeletedSubmissionsRestore, { query: { submissionId } })).submission;
    },
    async emptyTrash(formId, submissionIds) {
      const body = { formId, submissionIds: [...submissionIds] };
      return outcomeOf(await call(formsDeletedSubmissionsBulkRemove, { body }), submissionIds);
    },
    async reportSpam(formId, submissionIds, reportReason) {
      const body = { formId, submissionIds: [...submissionIds], reportReason };
      return outcomeOf(await call(formsSubmissionsBulkReportSpam, { body }), submissionIds);
    },
    async reportNotSpam(formId, reportIds) {
      const body = { formId, formSpamSubmissionReportIds: [...reportIds] };
      return outcomeOf(await call(formsSpamReportsBulkReportNotSpam, { body }), reportIds);
    },
    async listSpam(query = {}) {
      return firstPage(async (where) => {
        const body = { query: queryOf(query, where) };
        const { formSpamSubmissionReports, pagingMetadata } = await call(formsSpamReportsQuery, { body });
        return wirePage(formSpamSubmissionReports, pagingMetadata);
      }, query);
    },
    async countSpam(formIds) {
      const body = { formIds: [...formIds], namespace };
      return (await call(formsSpamReportsCount, { body })).formsSpamSubmissionReportsCount;
    },
    async removeSpam(formId, reportIds) {
      const body = { formId, formSpamSubmissionReportIds: [...reportIds] };
      return outcomeOf(await call(formsSpamReportsBulkDelete, { body }), reportIds);
    },
  };
}

/** Submissions have no paging by offset, so the first page is requested without a cursor. */
const cursorPagingOf = ({ cursorPaging, paging }: WirePaging) =>
  cursorPaging ?? (paging?.limit ? { limit: paging.limit } : {});

/** Rejects an empty id, because it would change the path of the request. */
function checkId(submissionId: unknown): void {
  checkText(submissionId, 'INVALID_ARGUMENT', 'The submission id');
}

type BulkResponse = Pick<Calls['forms.submissions.bulkDelete']['response'], 'results'>;

function outcomeOf({ results }: BulkResponse, ids: readonly string[]): BulkOutcome {
  const succeeded: string[] = [];
  const failed: BulkOutcome['failed'][number][] = [];
  for (const { itemMetadata } of results) {
    const id = itemMetadata.id ?? ids[itemMetadata.originalIndex] ?? '';
    if (itemMetadata.success) succeeded.push(id);
    else failed.push({ id, code: itemMetadata.error?.code ?? '', message: itemMetadata.error?.description ?? '' });
  }
  return { succeeded, failed };
}
