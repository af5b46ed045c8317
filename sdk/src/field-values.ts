/** The types of structured values in items and submissions, which the generated types of a site use. */
export type { RichContent } from '@portico/domain';

/** An entry of a media gallery or of a list of documents: a file with its properties, or only its address. */
export type MediaItem =
  | string
  | { src: string; type?: string; title?: string; description?: string; [key: string]: unknown };

/** The value of an address field of a collection. */
export interface Address {
  formatted?: string;
  location?: { latitude: number; longitude: number };
  city?: string;
  country?: string;
  postalCode?: string;
  subdivision?: string;
  [key: string]: unknown;
}

/** The value of an address field of a form. The country determines the other parts and which of them are required. */
export interface FormAddress<Country extends string = string> {
  /** ISO 3166-1 alpha-2, such as DE. */
  readonly country: Country;
  readonly subdivision?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly addressLine?: string | null | undefined;
  readonly addressLine2?: string | null | undefined;
  readonly postalCode?: string | null | undefined;
  readonly streetName?: string | null | undefined;
  readonly streetNumber?: string | null | undefined;
}

/** An uploaded file in the value of its field: the result of `forms.upload`. */
export interface SubmittedFile {
  readonly fileId: string;
  readonly displayName: string;
  readonly fileType: string;
  readonly url?: string | null | undefined;
  readonly imported?: boolean | null | undefined;
}

/** The value of an appointment field. Times without an offset are local to the time zone. */
export interface Appointment {
  /** ISO 8601. */
  readonly startDate: string;
  readonly endDate: string;
  /** An IANA time zone, such as Europe/Berlin. */
  readonly timeZone: string;
}

/** A product that the visitor chooses in a payment field. */
export interface ChosenProduct<Id extends string = string, Price extends string | number = string | number> {
  readonly productId: Id;
  /** A decimal string for a fixed price; a number for a price that the visitor enters. */
  readonly price: Price;
  readonly quantity: number;
  readonly name?: string | null | undefined;
}
