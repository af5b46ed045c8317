import { contactsEndpoints as endpoints } from '@portico/contract/contacts';
import { bind, type Route } from '../http/bind.ts';
import { createContact, deleteContact, getContact, listContacts, updateContact } from './contacts.ts';
import { createContactLabel, deleteContactLabel, listContactLabels } from './labels.ts';
import {
  createContactV4,
  getContactV4,
  labelContactV4,
  listContactsV4,
  queryContactsV4,
  unlabelContactV4,
  updateContactV4,
} from './v4/contacts.ts';
import { findOrCreateLabel, getLabel, listLabels, queryLabels } from './v4/labels.ts';
import {
  createContactV5,
  getContactV5,
  queryContactsV5,
  searchContactsV5,
  updateContactTagsV5,
} from './v5/contacts.ts';

export const contactsRoutes: readonly Route[] = [
  bind(endpoints.listContacts, listContacts),
  bind(endpoints.createContact, createContact),
  bind(endpoints.getContact, getContact),
  bind(endpoints.updateContact, updateContact),
  bind(endpoints.deleteContact, deleteContact),
  bind(endpoints.listContactLabels, listContactLabels),
  bind(endpoints.createContactLabel, createContactLabel),
  bind(endpoints.deleteContactLabel, deleteContactLabel),
  bind(endpoints.createContactV4, createContactV4),
  bind(endpoints.getContactV4, getContactV4),
  bind(endpoints.updateContactV4, updateContactV4),
  bind(endpoints.deleteContactV4, deleteContact),
  bind(endpoints.listContactsV4, listContactsV4),
  bind(endpoints.queryContactsV4, queryContactsV4),
  bind(endpoints.labelContactV4, labelContactV4),
  bind(endpoints.unlabelContactV4, unlabelContactV4),
  bind(endpoints.findOrCreateLabel, findOrCreateLabel),
  bind(endpoints.getLabel, getLabel),
  bind(endpoints.deleteLabel, deleteContactLabel),
  bind(endpoints.listLabels, listLabels),
  bind(endpoints.queryLabels, queryLabels),
  bind(endpoints.createContactV5, createContactV5),
  bind(endpoints.getContactV5, getContactV5),
  bind(endpoints.queryContactsV5, queryContactsV5),
  bind(endpoints.searchContactsV5, searchContactsV5),
  bind(endpoints.updateContactTagsV5, updateContactTagsV5),
];
