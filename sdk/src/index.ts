/** The published client for the visitors and members of a site. */
export type { Call } from './call.ts';
export { type Client, createClient } from './client.ts';
export { DataError } from './data-error.ts';
export { PorticoError, type Violation } from './error.ts';
export {
  type FieldError,
  type Form,
  type FormsClient,
  type FormValues,
  fieldErrorsOf,
  type SiteProperties,
  type Submission,
  type SubmitOptions,
} from './forms.ts';
export type { Item, ItemOptions, StoredItem } from './item-checks.ts';
export type { ItemsClient } from './items.ts';
export type { AggregateRow, ItemsAggregate } from './items-aggregate.ts';
export type { BulkError, BulkResult, ConditionOptions, WriteOptions } from './items-bulk.ts';
export type { FilterBuilder, Filtering, ItemsFilter } from './items-filter.ts';
export type { JobStatus } from './items-jobs.ts';
export type { Page } from './items-page.ts';
export type { ItemsPatch } from './items-patch.ts';
export type { DistinctOptions, FindOptions, ItemsPage, ItemsQuery, ItemsSearch } from './items-query.ts';
export type { QueryReferencedOptions } from './items-references.ts';
export type { Member, MemberChanges, MembersClient } from './members.ts';
export {
  type Auth,
  accessTokenAuth,
  apiKeyAuth,
  memoryStorage,
  type TokenStorage,
  type Tokens,
  type VisitorAuth,
  visitorAuth,
} from './tokens.ts';
export { type FileValue, type UploadOptions, uploadFile } from './upload.ts';
