/** The published client for the visitors and members of a site. */
export { type Call, type Client, createClient } from './client.ts';
export { DataError } from './data-error.ts';
export { PorticoError, type Violation } from './error.ts';
export {
  type FieldError,
  type Form,
  type FormsClient,
  type FormValues,
  fieldErrorsOf,
  type Submission,
} from './forms.ts';
export type { Item, ItemOptions, StoredItem } from './item-checks.ts';
export type { ItemsClient } from './items.ts';
export type { FindOptions, ItemsPage, ItemsQuery } from './items-query.ts';
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
