/** Calls on forms in the trash (forms contract section 3). */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Empty } from '../shared.ts';
import { byFormId, Form, formPage, Namespace, oneForm } from './form.ts';
import {
  CursorMetadata,
  CursorPaging,
  CursorQuery,
  EntityId,
  Json,
  optional,
  queryErrors,
  stringEnum,
} from './parts.ts';

export const formsTrashCalls = {
  listDeletedForms: endpoint({
    id: 'forms.deletedForms.list',
    slice: 'forms',
    method: 'GET',
    path: '/v4/forms/trash-bin',
    summary: 'List forms in the trash',
    query: Type.Object({
      namespace: Namespace,
      formIds: Type.Optional(Type.Array(EntityId, { maxItems: 100 })),
      paging: Type.Optional(CursorPaging),
      order: Type.Optional(stringEnum(['UPDATED_DATE_DESC', 'UPDATED_DATE_ASC', 'NAME_DESC', 'NAME_ASC'])),
      paymentForm: Type.Optional(Type.Boolean()),
      enabled: Type.Optional(Type.Boolean()),
      /** The earlier form of `enabled: false`. */
      disabled: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({ forms: Type.Array(Form), pagingMetadata: CursorMetadata }),
    errors: ['INVALID_CURSOR'],
  }),
  queryDeletedForms: endpoint({
    id: 'forms.deletedForms.query',
    slice: 'forms',
    method: 'POST',
    path: '/v4/forms/trash-bin/query',
    summary: 'Query forms in the trash by filter',
    body: Type.Object({ query: CursorQuery, namespace: optional.text }),
    response: formPage,
    errors: queryErrors,
  }),
  getDeletedForm: endpoint({
    id: 'forms.deletedForms.get',
    slice: 'forms',
    method: 'GET',
    path: '/v4/forms/trash-bin/{formId}',
    documentedPath: '/form-schema-service/v4/forms/trash-bin/{formId}',
    summary: 'Get a form in the trash',
    query: byFormId,
    response: oneForm,
    errors: ['FORM_NOT_FOUND'],
  }),
  restoreForm: endpoint({
    id: 'forms.deletedForms.restore',
    slice: 'forms',
    method: 'POST',
    path: '/v4/forms/trash-bin/{formId}/restore',
    summary: 'Restore a form from the trash',
    query: byFormId,
    body: Empty,
    response: oneForm,
    errors: ['FORM_NOT_FOUND'],
  }),
  removeDeletedForm: endpoint({
    id: 'forms.deletedForms.remove',
    slice: 'forms',
    method: 'DELETE',
    path: '/v4/forms/trash-bin/{formId}',
    documentedPath: '/form-schema-service/v4/forms/trash-bin/{formId}',
    summary: 'Delete a form in the trash permanently, with its submissions',
    query: byFormId,
    response: Empty,
    errors: ['FORM_NOT_FOUND'],
  }),
  countDeletedForms: endpoint({
    id: 'forms.deletedForms.count',
    slice: 'forms',
    method: 'POST',
    path: '/v4/deleted-forms/count',
    summary: 'Count the forms in the trash',
    body: Type.Object({ filter: Type.Optional(Json), namespace: Namespace }),
    response: Type.Object({ count: Type.Integer() }),
    errors: ['INVALID_FILTER'],
  }),
};
