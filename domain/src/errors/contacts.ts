/** Codes of contacts. */
export const contactsErrors = {
  CONTACT_NOT_FOUND: { status: 404, sentence: 'There is no contact with the id {contactId}.' },
  CONTACT_LABEL_NOT_FOUND: { status: 404, sentence: 'There is no label with the key {key}.' },
  CONTACT_LABELS_LIMIT: { status: 429, sentence: 'A site has at most {limit} labels.' },
} as const;
