import { contactsEndpoints as endpoints } from '@portico/contract/contacts';
import { bind, type Route } from '../http/bind.ts';
import { createContact, deleteContact, getContact, listContacts, updateContact } from './contacts.ts';
import { createContactLabel, deleteContactLabel, listContactLabels } from './labels.ts';

export const contactsRoutes: readonly Route[] = [
  bind(endpoints.listContacts, listContacts),
  bind(endpoints.createContact, createContact),
  bind(endpoints.getContact, getContact),
  bind(endpoints.updateContact, updateContact),
  bind(endpoints.deleteContact, deleteContact),
  bind(endpoints.listContactLabels, listContactLabels),
  bind(endpoints.createContactLabel, createContactLabel),
  bind(endpoints.deleteContactLabel, deleteContactLabel),
];
