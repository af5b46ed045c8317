/**
 * The fields that a filter, a sort order or a patch may name, and the types of their values. `T` maps the keys of the
 * fields to the types of their values. If `T` has an index signature, every field and every value is allowed.
 */
import type { CollectionId, ItemOf, ReferenceField, SiteTypes } from './site-types.ts';

export type Comparable = string | number | Date;

/** The fields of a collection in filters and sort orders, where a multi-reference is a list of item ids. */
export type FieldsOf<Site extends SiteTypes, Id extends CollectionId<Site>> = ItemOf<Site, Id> & {
  [Field in Exclude<ReferenceField<Site, Id>, keyof ItemOf<Site, Id>>]?: string[];
};

/** Fields of any name with values of any type. */
export type AnyFields = Record<string, unknown>;

/** True if `T` has an index signature, as `AnyFields` has. */
type HasAnyKey<T> = string extends keyof T ? true : false;
type Scalar = string | number | boolean | Date;

/** The keys of the fields whose value may be an object or contain objects. */
type NestedField<T> = {
  [K in keyof T & string]-?: NonNullable<T[K]> extends Scalar | readonly Scalar[] ? never : K;
}[keyof T & string];

/** The key of a field, or a dotted path into the value of one that may contain objects. */
export type FieldPath<T> = HasAnyKey<T> extends true ? string : (keyof T & string) | `${NestedField<T>}.${string}`;

/** The type of an array's elements, and every other type unchanged. */
type ElementOf<V> = V extends readonly (infer Element)[] ? Element : V;

/** The values that a filter compares with a field. A condition on an array matches any of its elements. */
export type Operand<T, F> = HasAnyKey<T> extends true ? unknown : F extends keyof T ? T[F] | ElementOf<T[F]> : unknown;

/** One value of a field; for an array, one of its elements. */
export type ElementAt<T, F> =
  HasAnyKey<T> extends true ? unknown : F extends keyof T ? ElementOf<NonNullable<T[F]>> : unknown;

/** The values that `gt` and the other comparisons accept: numbers, strings and dates. */
export type ComparableAt<T, F> =
  HasAnyKey<T> extends true
    ? Comparable
    : F extends keyof T
      ? unknown extends T[F]
        ? Comparable
        : Extract<ElementOf<T[F]>, Comparable>
      : Comparable;

/** The result of a query that returns only the fields `F` and the id. A dotted path returns a part of its field. */
export type WithFields<Result, F> =
  HasAnyKey<Result> extends true
    ? Result
    : [F] extends [keyof Result]
      ? Pick<Result, F | ('_id' & keyof Result)>
      : Partial<Result> & Pick<Result, '_id' & keyof Result>;

/** The entire item, unless fields are selected. */
export type SelectedItem<Item, Selected> = [Selected] extends [never] ? Item : WithFields<Item, Selected>;

/** The fields whose value may be of type `V`, and dotted paths. */
export type FieldOfType<T, V> =
  HasAnyKey<T> extends true
    ? string
    :
        | { [K in keyof T & string]-?: V extends NonNullable<T[K]> ? K : never }[keyof T & string]
        | `${NestedField<T>}.${string}`;

/** The fields whose value may be an array, and dotted paths. */
export type ArrayField<T> =
  HasAnyKey<T> extends true
    ? string
    :
        | { [K in keyof T & string]-?: readonly [] extends NonNullable<T[K]> ? K : never }[keyof T & string]
        | `${NestedField<T>}.${string}`;

/** The fields that an item may lack, and dotted paths. */
export type OptionalField<T> =
  HasAnyKey<T> extends true
    ? string
    :
        | { [K in keyof T & string]-?: undefined extends T[K] ? K : never }[keyof T & string]
        | `${NestedField<T>}.${string}`;

/** The fields of an item that a patch may change: all except those that the server sets. */
export type PatchFields<T> =
  HasAnyKey<T> extends true ? AnyFields : Omit<T, '_id' | '_owner' | '_createdDate' | '_updatedDate'>;
