/** Error codes of contacts. */
export const contactsErrors = {
  CONTACT_NOT_FOUND: { status: 404, sentence: 'There is no contact with the id {contactId}.' },
  DUPLICATE_CONTACT_EXISTS: {
    status: 409,
    sentence:
      'The contact {duplicateContactId} already has the e-mail {duplicateEmail}. Send allowDuplicates to create another.',
  },
  CONTACT_LABEL_NOT_FOUND: { status: 404, sentence: 'There is no label with the key {key}.' },
  CONTACT_LABELS_LIMIT: { status: 429, sentence: 'A site has at most {limit} labels.' },
} as const;
