/** The calls on contact labels in version 4 of the vendor's API. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Empty } from '../shared.ts';
import { Filter, OffsetMetadata, Paging, Sort, Sorts } from './queries.ts';

const LabelV4 = Type.Object(
  {
    key: Type.String(),
    displayName: Type.String(),
    namespace: Type.String(),
    labelType: Type.String(),
  },
  { title: 'ContactLabelV4', description: 'A contact label in the format of version 4 of the Contacts API of Wix.' },
);
const LabelKey = Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }) });
const language = Type.Optional(Type.String({ maxLength: 10 }));

export const labelsV4Calls = {
  findOrCreateLabel: endpoint({
    id: 'contacts.labelsV4.findOrCreate',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'POST',
    path: '/v4/labels',
    summary: 'Find a label by its name, or create it',
    body: Type.Object({ displayName: Type.String({ pattern: '[\\p{L}\\p{N}]', maxLength: 60 }), language }),
    response: Type.Object({ label: LabelV4, newLabel: Type.Boolean() }),
    errors: ['CONTACT_LABELS_LIMIT'],
  }),
  getLabel: endpoint({
    id: 'contacts.labelsV4.get',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'GET',
    path: '/v4/labels/{key}',
    summary: 'Get a label',
    query: Type.Object({ ...LabelKey.properties, language }),
    response: Type.Object({ label: LabelV4 }),
    errors: ['CONTACT_LABEL_NOT_FOUND'],
  }),
  deleteLabel: endpoint({
    id: 'contacts.labelsV4.delete',
    slice: 'contacts',
    access: 'contacts:manage',
    method: 'DELETE',
    path: '/v4/labels/{key}',
    summary: 'Delete a label and remove it from every contact',
    query: LabelKey,
    response: Empty,
    errors: ['CONTACT_LABEL_NOT_FOUND'],
  }),
  listLabels: endpoint({
    id: 'contacts.labelsV4.list',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'GET',
    path: '/v4/labels',
    summary: 'List labels by the beginning of their names',
    query: Type.Object({
      startsWith: Type.Optional(Type.String({ maxLength: 60 })),
      namespace: Type.Optional(Type.String({ maxLength: 100 })),
      labelType: Type.Optional(Type.String({ maxLength: 50 })),
      sort: Type.Optional(Sort),
      paging: Paging,
      language,
    }),
    response: Type.Object({ labels: Type.Array(LabelV4), metadata: OffsetMetadata }),
    errors: ['INVALID_FILTER'],
  }),
  queryLabels: endpoint({
    id: 'contacts.labelsV4.query',
    slice: 'contacts',
    access: 'contacts:read',
    method: 'POST',
    path: '/v4/labels/query',
    summary: 'Query labels by filter',
    body: Type.Object({ query: Type.Optional(Type.Object({ filter: Filter, sort: Sorts, paging: Paging })), language }),
    response: Type.Object({ labels: Type.Array(LabelV4), pagingMetadata: OffsetMetadata }),
    errors: ['INVALID_FILTER'],
  }),
};
