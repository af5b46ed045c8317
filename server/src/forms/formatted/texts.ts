/** The few words that stand beside values, in the languages that we speak. */
import type { Language } from '@portico/domain';

export interface Words {
  readonly yes: string;
  readonly no: string;
  readonly untitled: string;
  readonly submitted: string;
  readonly status: string;
  readonly noAnswers: string;
  /** of the parts of a document that was cut */
  readonly shortened: string;
  /** some characters of the text are in no font of ours */
  readonly unprintable: string;
  readonly page: (page: string, pages: string) => string;
  readonly statuses: Readonly<Record<string, string>>;
}

export const wordsIn: Readonly<Record<Language, Words>> = {
  en: {
    yes: 'Yes',
    no: 'No',
    untitled: 'Field',
    submitted: 'Submitted',
    status: 'Status',
    noAnswers: 'Nothing was filled in.',
    shortened: 'This document is shortened: the submission holds more.',
    unprintable: 'Characters that no font of this document has are shown as \ufffd.',
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
