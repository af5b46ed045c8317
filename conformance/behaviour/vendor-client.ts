/** Adapts the vendor's unmodified packages to the interface that the rows of the behaviour table use (row.ts). */
import { items } from '@wix/data';
import { formSpamSubmissionReports, forms, submissions } from '@wix/forms';
import { members } from '@wix/members';
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import type { Auth, BehaviourClient, Entity, Items, Submissions, Tokens } from './client.ts';
import { type Fixture, NAMESPACE } from './fixture.ts';

const modules = { items, forms, submissions, formSpamSubmissionReports, members };

export function createVendorVisitor(_fixture: Fixture, clientId: string): BehaviourClient {
  const client = createClient({ modules, auth: OAuthStrategy({ clientId }) });
  return {
    ...partsOf(client as unknown as Client),
    auth: adaptAuth(client.auth, () => client.enableContext('global')),
  };
}

export function createVendorOwner({ apiKey, siteId }: Fixture): BehaviourClient {
  const client = createClient({ modules, auth: ApiKeyStrategy({ apiKey, siteId }) });
  return { ...partsOf(client as unknown as Client), auth: {} as Auth };
}

type Strategy = ReturnType<typeof OAuthStrategy>;
// biome-ignore lint/suspicious/noExplicitAny: the vendor's typings omit calls that its client has
type Client = Record<keyof typeof modules, any>;

const partsOf = (client: Client): Omit<BehaviourClient, 'auth'> => ({
  items: adaptItems(client.items),
  forms: {
    getForm: async (formId) => entityOf(await client.forms.getForm(formId)),
    async validate(formId, values, fieldsToValidate) {
      const options = fieldsToValidate ? { fieldsToValidate } : undefined;
      const { violationErrors } = await client.submissions.validateFormSubmission(
        { formId, submissions: values },
        options,
      );
      return violationErrors.flatMap(
        (violation: { submissionValidationErrors: { errors: unknown[] } }) =>
          violation.submissionValidationErrors.errors,
      );
    },
    submit: async (formId, values) =>
      entityOf(await client.submissions.createSubmission({ formId, submissions: values })),
    uploadUrl: async (formId, { name, type }) =>
      (await client.submissions.getMediaUploadUrl(formId, name, type)).uploadUrl,
  },
  submissions: adaptSubmissions(client),
  currentMemberId: async () => (await client.members.getCurrentMember()).member?._id,
});

/** Adapts the items client. Only the methods below differ between the two clients. */
function adaptItems(calls: Client['items']): Items {
  const adapted: Partial<Record<keyof Items, unknown>> = {
    insert: (collection: string, item: object, options?: { includeReferencedItems?: boolean }) =>
      calls.insert(collection, item, renameOption(options, 'includeReferencedItems', 'includeReferences')),
    get: (collection: string, id: string, options?: { include?: string[] }) =>
      calls.get(
        collection,
        id,
        renameOption(options, 'include', 'includeReferences', (fields: string[]) => fields.map((field) => ({ field }))),
      ),
    query(collection: string) {
      const query = calls.query(collection);
      return Object.assign(query, { random: (seed: number) => query.randomSort({ seed }) });
    },
    pipeline: (collection: string) => createPipeline((stages) => calls.aggregatePipeline(collection, { stages })),
    asyncPatchByFilter: (collection: string, filter: unknown) => ({
      setField: (fieldPath: string, value: unknown) => ({
        run: () => calls.asyncPatchByFilter(collection, filter, [{ action: 'SET_FIELD', fieldPath, value }]),
      }),
    }),
    withEnvironment: (environment: string) => adaptItems(calls.withEnvironment(environment)),
  };
  return { ...calls, ...adapted };
}

/** Renames an option. Options that are not an object stay unchanged, because some rows pass invalid ones on purpose. */
function renameOption<T>(
  options: unknown,
  from: string,
  to: string,
  convert: (value: T) => unknown = (value) => value,
) {
  if (typeof options !== 'object' || options === null || !(from in options)) return options;
  const { [from]: value, ...rest } = options as Record<string, unknown>;
  return { ...rest, [to]: convert(value as T) };
}

interface Stage {
  build(): object;
}

/** Returns a pipeline builder with the stages that rows use. */
function createPipeline(
  run: (stages: object[]) => Promise<{ results: object[] }>,
  stages: readonly Stage[] = [],
): object {
  const addStage = (stage: Stage) => createPipeline(run, [...stages, stage]);
  const { Stages, Expressions } = items;
  return {
    group(by: readonly string[], accumulators: Readonly<Record<string, { readonly sum: string }>>) {
      const stage = Stages.group();
      for (const field of by) stage.by(Expressions.field(field), field);
      for (const [name, { sum }] of Object.entries(accumulators)) stage.sum(Expressions.field(sum), name);
      return addStage(stage);
    },
    unwind: (field: string) => addStage(Stages.unwind(field)),
    descending: (field: string) => addStage(Stages.sort().descending(field)),
    limit: (count: number) => addStage(Stages.limit(count)),
    skip: (count: number) => addStage(Stages.skip(count)),
    run: async () => ({ items: (await run(stages.map((stage) => stage.build()))).results }),
  };
}

/** @param enableContext makes global calls use this client */
function adaptAuth(auth: Strategy, enableContext: () => void): Auth {
  const nowInSeconds = () => Math.floor(Date.now() / 1_000);
  return {
    ...(auth as unknown as Auth),
    async preWarm(options = {}) {
      enableContext();
      await auth.sessions.syncToWixPages(options);
    },
    async validTokens() {
      await auth.getAuthHeaders({} as never);
      return auth.getTokens();
    },
    storedTokens: async () => auth.getTokens(),
    setTokens: async (tokens) => auth.setTokens(tokens as Parameters<Strategy['setTokens']>[0]),
    isLoggedIn: async () => auth.loggedIn(),
    createTokens: (value, refreshToken, role, seconds): Tokens => ({
      accessToken: { value, expiresAt: nowInSeconds() + seconds },
      refreshToken: { value: refreshToken, role },
    }),
    expiresInSeconds: ({ accessToken }) => accessToken.expiresAt - nowInSeconds(),
  };
}

function adaptSubmissions({ submissions: calls, formSpamSubmissionReports: spam }: Client): Submissions {
  const entitiesOf = (all: readonly Record<string, unknown>[]) => all.map(entityOf);
  const countsOf = async (response: Promise<object>) => Object.values(await response)[0];
  return {
    get: async (id) => entityOf(await calls.getSubmission(id)),
    update: async (id, change) => entityOf(await calls.updateSubmission(id, change)),
    confirm: async (id) => entityOf((await calls.confirmSubmission(id)).submission),
    restore: async (id) => entityOf((await calls.restoreSubmissionFromTrashBin(id)).submission),
    remove: (formId, submissionIds, options) =>
      outcomeOf(calls.bulkDeleteSubmission(formId, { submissionIds, ...options })),
    emptyTrash: (formId, submissionIds) => outcomeOf(calls.bulkRemoveSubmissionFromTrashBin(formId, { submissionIds })),
    listTrash: async ({ formId }) => entitiesOf((await calls.listDeletedSubmissions(formId)).submissions),
    async list({ formId, search: expression, onlyYourOwn }) {
      if (expression) {
        const search = { filter: { namespace: NAMESPACE, formId }, search: { expression } };
        return entitiesOf((await calls.searchSubmissionsByNamespace(search)).submissions);
      }
      const query = calls.querySubmissionsByNamespace({ onlyYourOwn }).eq('namespace', NAMESPACE).eq('formId', formId);
      return entitiesOf((await query.find()).items);
    },
    count: (formIds, statuses) => countsOf(calls.countSubmissions(formIds, NAMESPACE, { statuses })),
    countTrash: (formIds) => countsOf(calls.countDeletedSubmissions(formIds, NAMESPACE)),
    markAsSeen: async (formId, ids) => void (await calls.bulkMarkSubmissionsAsSeen(ids, formId)),
    updateTags: (ids, { assign: assignTags, unassign: unassignTags }) =>
      outcomeOf(calls.bulkUpdateFormSubmissionTags(ids, { assignTags, unassignTags })),
    setExtendedFields: (id, namespace, namespaceData) => calls.updateExtendedFields(id, namespace, { namespaceData }),
    reportSpam: (formId, submissionIds, reportReason) =>
      outcomeOf(spam.bulkReportSpamSubmission(formId, { submissionIds, reportReason })),
    reportNotSpam: (formId, formSpamSubmissionReportIds) =>
      outcomeOf(spam.bulkReportNotSpamSubmission(formId, { formSpamSubmissionReportIds })),
  };
}

interface BulkResponse {
  readonly results: readonly {
    readonly itemMetadata: {
      readonly _id: string;
      readonly error?: { readonly code: string; readonly description: string };
    };
  }[];
}

/** Converts the result of a bulk call on submissions to the format of Portico's client. */
async function outcomeOf(response: Promise<BulkResponse>) {
  const items = (await response).results.map(({ itemMetadata }) => itemMetadata);
  return {
    succeeded: items.filter(({ error }) => !error).map(({ _id }) => _id),
    failed: items.flatMap(({ _id, error }) =>
      error ? [{ id: _id, code: error.code, message: error.description }] : [],
    ),
  };
}

/** Restores the property names of the wire, which the vendor's client renames. */
function entityOf({ _id, _createdDate, _updatedDate, ...rest }: Record<string, unknown>): Entity {
  return { ...rest, id: _id as string, createdDate: _createdDate, updatedDate: _updatedDate };
}
