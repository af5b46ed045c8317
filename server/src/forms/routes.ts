import { formsEndpoints as endpoints } from '@portico/contract/forms/index';
import { bind, type Route } from '../http/bind.ts';
import { deleteForm, getDeletedForm, removeDeletedForm, restoreForm } from './forms/delete-form.ts';
import { getForm, listForms, queryForms } from './forms/read-forms.ts';
import { createForm, updateForm } from './forms/save-form.ts';
import { confirmSubmission } from './submissions/confirm-submission.ts';
import { bulkMarkSubmissionsAsSeen, countSubmissions } from './submissions/count-submissions.ts';
import { createSubmission } from './submissions/create-submission.ts';
import {
  deleteSubmission,
  getDeletedSubmission,
  removeDeletedSubmission,
  restoreSubmission,
} from './submissions/delete-submission.ts';
import { getSubmission, listDeletedSubmissions, querySubmissionsByNamespace } from './submissions/read-submissions.ts';
import { updateSubmission } from './submissions/update-submission.ts';
import { validateFormSubmission } from './submissions/validate-submission.ts';

export const formsRoutes: readonly Route[] = [
  bind(endpoints.createForm, createForm),
  bind(endpoints.updateForm, updateForm),
  bind(endpoints.getForm, getForm),
  bind(endpoints.listForms, listForms),
  bind(endpoints.queryForms, queryForms),
  bind(endpoints.deleteForm, deleteForm),
  bind(endpoints.getDeletedForm, getDeletedForm),
  bind(endpoints.restoreForm, restoreForm),
  bind(endpoints.removeDeletedForm, removeDeletedForm),

  bind(endpoints.createSubmission, createSubmission),
  bind(endpoints.updateSubmission, updateSubmission),
  bind(endpoints.validateFormSubmission, validateFormSubmission),
  bind(endpoints.getSubmission, getSubmission),
  bind(endpoints.querySubmissionsByNamespace, querySubmissionsByNamespace),
  bind(endpoints.querySubmissions, querySubmissionsByNamespace),
  bind(endpoints.confirmSubmission, confirmSubmission),
  bind(endpoints.countSubmissions, countSubmissions),
  bind(endpoints.bulkMarkSubmissionsAsSeen, bulkMarkSubmissionsAsSeen),
  bind(endpoints.deleteSubmission, deleteSubmission),
  bind(endpoints.listDeletedSubmissions, listDeletedSubmissions),
  bind(endpoints.getDeletedSubmission, getDeletedSubmission),
  bind(endpoints.restoreSubmission, restoreSubmission),
  bind(endpoints.removeDeletedSubmission, removeDeletedSubmission),
];
