/**
 * The published client for the visitors and members of a site.
 * @packageDocumentation
 */
export {
  type AccountClient,
  createAccountClient,
  type MemberData,
  type MemberSession,
  type SignInSettings,
} from './account.ts';
export { type KeyValueStore, keyValueStore, localTokenStorage } from './auth/browser-storage.ts';
export type { DirectLogin, DirectLoginOptions } from './auth/direct-login.ts';
export type { Locks } from './auth/lock.ts';
export { type MemberAuth, type MemberAuthOptions, memberAuth } from './auth/member-auth.ts';
export type { AuthUrlOptions, CallbackParams, ChallengeSource, OAuth, OAuthData, ResponseMode } from './auth/oauth.ts';
export type { RandomBytes, Sha256 } from './auth/pkce.ts';
export { type PopupOptions, signInWithPopup } from './auth/popup.ts';
export type { PreWarm, PreWarmOptions } from './auth/pre-warm.ts';
export { type RedirectAuth, type RedirectAuthOptions, redirectAuth } from './auth/redirect-auth.ts';
export { completeSignIn, type RedirectOptions, signInWithRedirect } from './auth/redirect-flow.ts';
export {
  type AuthEvent,
  type AuthListener,
  type SessionOptions,
  type VisitorAuth,
  visitorAuth,
} from './auth/session.ts';
export { sha256 } from './auth/sha256.ts';
export type {
  CaptchaTokens,
  LoginErrorCode,
  LoginInput,
  LoginResult,
  RegisterInput,
  SignIn,
  SignUpProfile,
} from './auth/sign-in.ts';
export type { PublicTransport } from './auth/token-endpoint.ts';
export {
  type Auth,
  accessTokenAuth,
  apiKeyAuth,
  memoryStorage,
  type TokenStorage,
  type Tokens,
} from './auth/tokens.ts';
export type { Call, CallInput } from './call.ts';
export type { Calls } from './calls.gen.ts';
export { type AnyClient, type Client, createClient } from './client.ts';
export { type Connection, type ConnectionOptions, connect, type VisitorOptions } from './connect.ts';
export { PorticoError, type Violation } from './error.ts';
export { type FieldError, fieldErrorsOf } from './field-errors.ts';
export type { AnyFields, FieldPath, FieldsOf, WithFields } from './field-types.ts';
export type {
  Address,
  Appointment,
  ChosenProduct,
  FormAddress,
  MediaItem,
  RichContent,
  SubmittedFile,
} from './field-values.ts';
export type { FormProgress, FormProgressOptions } from './form-progress.ts';
export type { Form, SiteProperties, StoredSubmission, Submission } from './form-types.ts';
export { createFormsClient, type FormsClient, type SubmitOptions } from './forms.ts';
export type { Item, ItemOptions, StoredItem } from './item-checks.ts';
export {
  createItemsClient,
  createItemsReader,
  type ItemsClient,
  type ItemsReader,
} from './items.ts';
export type { AggregateRow, ItemsAggregate } from './items-aggregate.ts';
export type { BulkError, BulkResult, ConditionOptions, InsertOptions, WriteOptions } from './items-bulk.ts';
export type { FilterBuilder, Filtering, ItemsFilter } from './items-filter.ts';
export type { JobStatus } from './items-jobs.ts';
export { DEFAULT_PAGE_SIZE, type Page } from './items-page.ts';
export type { ItemsPatch } from './items-patch.ts';
export {
  type Accumulator,
  type Expression,
  expressions,
  type ItemsPipeline,
  type PipelineOperand,
  type PipelineOptions,
  type Projection,
} from './items-pipeline.ts';
export { createItemsQueries, type EnvironmentMode, type GetOptions, type ItemsQueries } from './items-queries.ts';
export type { DistinctOptions, FindOptions, ItemsPage, ItemsQuery, ItemsSearch } from './items-query.ts';
export type { QueryReferencedOptions } from './items-references.ts';
export { createMembersClient, type Member, type MemberChanges, type MembersClient } from './members.ts';
export { randomId } from './random-id.ts';
export type {
  AnySite,
  CollectionId,
  CollectionTypes,
  FormId,
  FormTypes,
  FormValues,
  InsertOf,
  ItemOf,
  MultiReferenceField,
  ReferencedItem,
  ReferenceField,
  ReferencesOf,
  ReferenceTypes,
  SiteTypes,
  UpdateOf,
  ValuesOf,
  WithIncluded,
} from './site-types.ts';
export { type FileValue, type UploadOptions, uploadFile } from './upload.ts';
export type { WebFetch, WebFile, WebResponse, WebSignal } from './web-types.ts';
