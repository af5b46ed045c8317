/** The types of a site's collections and forms, as `portico types` writes them, and look-ups in them. */
import type { Item, StoredItem } from './item-checks.ts';

/** A field that refers to items of another collection. */
export interface ReferenceTypes {
  /** The id of the other collection. */
  readonly to: string;
  /** True for a multi-reference, whose values are stored as links and not in the item. */
  readonly many: boolean;
}

export interface CollectionTypes {
  /** An item as the server returns it. */
  readonly item: { readonly _id: string };
  readonly insert: object;
  /** An entire item, with its id. */
  readonly update: { readonly _id: string };
  readonly references: Readonly<Record<string, ReferenceTypes>>;
}

export interface FormTypes {
  /** The values of a submission by the targets of the form's fields. */
  readonly values: object;
}

/**
 * The constraint of the type parameter `Site`. `portico types` writes an interface that satisfies it. Collections and
 * forms are object types, because TypeScript does not assign interfaces to a type with an index signature.
 */
export interface SiteTypes {
  readonly collections: Readonly<Record<string, CollectionTypes>>;
  readonly forms: Readonly<Record<string, FormTypes>>;
}

/** Values by the targets of the form's fields (forms contract section 5.2). */
export type FormValues = Record<string, unknown>;

/** A site about which nothing is known: any collection, any field and any value. It is the default of every client. */
export interface AnySite {
  readonly collections: Readonly<
    Record<
      string,
      {
        readonly item: StoredItem;
        readonly insert: Item;
        readonly update: Item & { _id: string };
        readonly references: Readonly<Record<string, ReferenceTypes>>;
      }
    >
  >;
  readonly forms: Readonly<Record<string, { readonly values: FormValues }>>;
}

/** The ids of the site's collections. */
export type CollectionId<Site extends SiteTypes> = keyof Site['collections'] & string;

/** An item of a collection as the server returns it: `ItemOf<Site, 'Books'>`. */
export type ItemOf<Site extends SiteTypes, Id extends CollectionId<Site>> = Site['collections'][Id]['item'];

/** A new item. The server generates a missing `_id`. */
export type InsertOf<Site extends SiteTypes, Id extends CollectionId<Site>> = Site['collections'][Id]['insert'];

/** An entire item that replaces the stored item with the same `_id`. */
export type UpdateOf<Site extends SiteTypes, Id extends CollectionId<Site>> = Site['collections'][Id]['update'];

/** The reference fields of a collection, by key. */
export type ReferencesOf<Site extends SiteTypes, Id extends CollectionId<Site>> = Site['collections'][Id]['references'];

/** The keys of the reference and multi-reference fields of a collection. */
export type ReferenceField<Site extends SiteTypes, Id extends CollectionId<Site>> = keyof ReferencesOf<Site, Id> &
  string;

/** The keys of the multi-reference fields of a collection. */
export type MultiReferenceField<Site extends SiteTypes, Id extends CollectionId<Site>> = {
  [Field in ReferenceField<Site, Id>]: true extends ReferencesOf<Site, Id>[Field]['many'] ? Field : never;
}[ReferenceField<Site, Id>];

/** An item that a reference field refers to. */
export type ReferencedItem<
  Site extends SiteTypes,
  Id extends CollectionId<Site>,
  Field extends ReferenceField<Site, Id>,
> = ReferencesOf<Site, Id>[Field]['to'] extends infer To extends CollectionId<Site> ? ItemOf<Site, To> : StoredItem;

/** The ids of the site's forms. */
export type FormId<Site extends SiteTypes> = keyof Site['forms'] & string;

/** The values of a form's submission, by target. */
export type ValuesOf<Site extends SiteTypes, Id extends FormId<Site>> = Site['forms'][Id]['values'];

/**
 * The value of a single reference that a query includes: the item, or its id if the item does not exist or the caller
 * may not read it. The undefined properties permit `book.author?.name` in either case.
 */
type IncludedItem<T> = T | (string & { readonly [Field in Exclude<keyof T, keyof string>]?: undefined });

/** The items of a query that includes the items of the reference fields `Field`. */
export type WithIncluded<
  Site extends SiteTypes,
  Id extends CollectionId<Site>,
  Result,
  Field extends ReferenceField<Site, Id>,
> =
  string extends ReferenceField<Site, Id>
    ? Result
    : Omit<Result, Field> & {
        [One in Field as true extends ReferencesOf<Site, Id>[One]['many'] ? One : never]: ReferencedItem<
          Site,
          Id,
          One
        >[];
      } & {
        [One in Field as true extends ReferencesOf<Site, Id>[One]['many'] ? never : One]?:
          | IncludedItem<ReferencedItem<Site, Id, One>>
          | null
          | undefined;
      };
