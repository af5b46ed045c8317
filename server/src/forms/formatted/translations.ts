/** Texts of formatted submissions in all languages. */
import type { Language } from '@portico/domain';

interface Texts {
  readonly yes: string;
  readonly no: string;
  readonly untitled: string;
  readonly submitted: string;
  readonly status: string;
  readonly noAnswers: string;
  /** Shown in a document that does not contain the whole submission. */
  readonly shortened: string;
  /** Shown in a document with characters that no font contains. */
  readonly unprintable: string;
  readonly page: (page: string, pages: string) => string;
  readonly statuses: Readonly<Record<string, string>>;
}

export const translations: Readonly<Record<Language, Texts>> = {
  en: {
    yes: 'Yes',
    no: 'No',
    untitled: 'Field',
    submitted: 'Submitted',
    status: 'Status',
    noAnswers: 'Nothing was filled in.',
    shortened: 'This document is truncated: the submission contains more.',
    unprintable: 'Characters that are not in any font of this document appear as \ufffd.',
    page: (page, pages) => `Page ${page} of ${pages}`,
    statuses: {
      PENDING: 'Pending',
      CONFIRMED: 'Confirmed',
      PAYMENT_WAITING: 'Waiting for payment',
      PAYMENT_CANCELED: 'Payment cancelled',
    },
  },
  de: {
    yes: 'Ja',
    no: 'Nein',
    untitled: 'Feld',
    submitted: 'Eingesendet',
    status: 'Status',
    noAnswers: 'Es wurde nichts ausgefüllt.',
    shortened: 'Dieses Dokument ist gekürzt: Die Einsendung enthält mehr.',
    unprintable: 'Zeichen, die keine Schrift dieses Dokuments hat, erscheinen als \ufffd.',
    page: (page, pages) => `Seite ${page} von ${pages}`,
    statuses: {
      PENDING: 'Unbestätigt',
      CONFIRMED: 'Bestätigt',
      PAYMENT_WAITING: 'Zahlung steht aus',
      PAYMENT_CANCELED: 'Zahlung abgebrochen',
    },
  },
  he: {
    yes: 'כן',
    no: 'לא',
    untitled: 'שדה',
    submitted: 'נשלח',
    status: 'מצב',
    noAnswers: 'דבר לא מולא.',
    shortened: 'המסמך קוצר: הטופס שנשלח מכיל יותר.',
    unprintable: 'תווים שאין להם גופן במסמך זה מוצגים כ-\ufffd.',
    page: (page, pages) => `עמוד ${page} מתוך ${pages}`,
    statuses: {
      PENDING: 'ממתין',
      CONFIRMED: 'אושר',
      PAYMENT_WAITING: 'ממתין לתשלום',
      PAYMENT_CANCELED: 'התשלום בוטל',
    },
  },
};
