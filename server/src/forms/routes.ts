import { formsEndpoints as endpoints } from '@portico/contract/forms/index';
import { bind, bindOpen, type Route } from '../http/bind.ts';
import { exportSubmissionsCsv } from './formatted/export-csv.ts';
import { getFormattedSubmission } from './formatted/get-formatted.ts';
import { bulkCloneForms, bulkCreateForms } from './forms/bulk-forms.ts';
import { bulkRemoveDeletedField, bulkUpdateFormTags, updateFormExtendedFields } from './forms/change-form.ts';
import { cloneForm, cloneFormFromTemplate } from './forms/clone-form.ts';
import { countDeletedForms, countForms, countFormsByFilter } from './forms/count-forms.ts';
import { getForm, listDeletedForms, listForms, queryDeletedForms, queryForms } from './forms/read-forms.ts';
import { createForm, updateForm } from './forms/save-form.ts';
import { getFormSummary } from './forms/summary.ts';
import { bulkUpdateFormTagsByFilter } from './forms/tag-by-filter.ts';
import { upsertContactFromSubmission } from './mapping/upsert-contact.ts';
import { downloadSubmission, getSubmissionDownloadUrl, openSubmissionDocument } from './pdf/submission-document.ts';
import {
  bulkDeleteForms,
  deleteForm,
  getDeletedForm,
  removeDeletedForm,
  restoreForm,
} from './retention/delete-form.ts';
import { bulkDeleteSpamReports, deleteSpamReport, deleteSpamReportsByFilter } from './spam/delete-reports.ts';
import { checkForSpam, countSpamReports, getSpamReport, querySpamReports } from './spam/read-reports.ts';
import { bulkReportNotSpam, reportNotSpamSubmission } from './spam/report-not-spam.ts';
import { bulkReportSpamSubmissions, createSpamReport, reportSpamSubmission } from './spam/report-spam.ts';
import { getFormTicket } from './spam/signals.ts';
import { bulkUpdateSubmissionTags, updateSubmissionExtendedFields } from './submissions/change-submission.ts';
import { confirmSubmission } from './submissions/confirm-submission.ts';
import {
  countDeletedSubmissions,
  countSubmissions,
  countSubmissionsByFilter,
} from './submissions/count-submissions.ts';
import { createSubmission } from './submissions/create-submission.ts';
import {
  bulkDeleteSubmissions,
  bulkRemoveDeletedSubmissions,
  deleteSubmission,
  getDeletedSubmission,
  removeDeletedSubmission,
  restoreSubmission,
} from './submissions/delete-submission.ts';
import { bulkMarkSubmissionsAsSeen } from './submissions/mark-seen.ts';
import { getMediaUploadUrl } from './submissions/media-upload-url.ts';
import {
  getSubmission,
  listDeletedSubmissions,
  querySubmissionsByNamespace,
  searchSubmissionsByNamespace,
} from './submissions/read-submissions.ts';
import { bulkUpdateSubmissionTagsByFilter } from './submissions/tag-by-filter.ts';
import { updateSubmission } from './submissions/update-submission.ts';
import { validateFormSubmission } from './submissions/validate-submission.ts';
import { getSiteProperties, listAddressTemplates, listFormsProvidersConfigs, listRestrictions } from './support.ts';

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
  bind(endpoints.bulkCreateForms, bulkCreateForms),
  bind(endpoints.bulkCloneForms, bulkCloneForms),
  bind(endpoints.bulkDeleteForms, bulkDeleteForms),
  bind(endpoints.cloneForm, cloneForm),
  bind(endpoints.cloneFormFromTemplate, cloneFormFromTemplate),
  bind(endpoints.countForms, countForms),
  bind(endpoints.countFormsByFilter, countFormsByFilter),
  bind(endpoints.countDeletedForms, countDeletedForms),
  bind(endpoints.listDeletedForms, listDeletedForms),
  bind(endpoints.queryDeletedForms, queryDeletedForms),
  bind(endpoints.bulkRemoveDeletedField, bulkRemoveDeletedField),
  bind(endpoints.updateFormExtendedFields, updateFormExtendedFields),
  bind(endpoints.bulkUpdateFormTags, bulkUpdateFormTags),
  bind(endpoints.bulkUpdateFormTagsByFilter, bulkUpdateFormTagsByFilter),
  bind(endpoints.getFormSummary, getFormSummary),
  bind(endpoints.listFormsProvidersConfigs, listFormsProvidersConfigs),
  bind(endpoints.listRestrictions, listRestrictions),
  bind(endpoints.getSiteProperties, getSiteProperties),
  bind(endpoints.listAddressTemplates, listAddressTemplates),

  bind(endpoints.createSubmission, createSubmission),
  bind(endpoints.getMediaUploadUrl, getMediaUploadUrl),
  bind(endpoints.updateSubmission, updateSubmission),
  bind(endpoints.validateFormSubmission, validateFormSubmission),
  bind(endpoints.getSubmission, getSubmission),
  bind(endpoints.querySubmissionsByNamespace, querySubmissionsByNamespace),
  bind(endpoints.querySubmissions, querySubmissionsByNamespace),
  bind(endpoints.searchSubmissionsByNamespace, searchSubmissionsByNamespace),
  bind(endpoints.countSubmissionsByFilter, countSubmissionsByFilter),
  bind(endpoints.exportSubmissions, exportSubmissionsCsv),
  bind(endpoints.updateSubmissionExtendedFields, updateSubmissionExtendedFields),
  bind(endpoints.bulkUpdateSubmissionTags, bulkUpdateSubmissionTags),
  bind(endpoints.bulkUpdateSubmissionTagsByFilter, bulkUpdateSubmissionTagsByFilter),
  bind(endpoints.confirmSubmission, confirmSubmission),
  bind(endpoints.countSubmissions, countSubmissions),
  bind(endpoints.bulkMarkSubmissionsAsSeen, bulkMarkSubmissionsAsSeen),
  bind(endpoints.deleteSubmission, deleteSubmission),
  bind(endpoints.listDeletedSubmissions, listDeletedSubmissions),
  bind(endpoints.getDeletedSubmission, getDeletedSubmission),
  bind(endpoints.restoreSubmission, restoreSubmission),
  bind(endpoints.removeDeletedSubmission, removeDeletedSubmission),
  bind(endpoints.bulkDeleteSubmissions, bulkDeleteSubmissions),
  bind(endpoints.bulkRemoveDeletedSubmissions, bulkRemoveDeletedSubmissions),
  bind(endpoints.countDeletedSubmissions, countDeletedSubmissions),

  bind(endpoints.getFormattedSubmission, getFormattedSubmission),
  bind(endpoints.getSubmissionDownloadUrl, getSubmissionDownloadUrl),
  bind(endpoints.downloadSubmission, downloadSubmission),
  bindOpen(endpoints.openSubmissionDocument, openSubmissionDocument),
  bind(endpoints.upsertContactFromSubmission, upsertContactFromSubmission),

  bind(endpoints.getFormTicket, getFormTicket),
  bind(endpoints.checkForSpam, checkForSpam),
  bind(endpoints.createSpamReport, createSpamReport),
  bind(endpoints.getSpamReport, getSpamReport),
  bind(endpoints.deleteSpamReport, deleteSpamReport),
  bind(endpoints.reportSpamSubmission, reportSpamSubmission),
  bind(endpoints.bulkReportSpamSubmissions, bulkReportSpamSubmissions),
  bind(endpoints.reportNotSpamSubmission, reportNotSpamSubmission),
  bind(endpoints.bulkReportNotSpam, bulkReportNotSpam),
  bind(endpoints.bulkDeleteSpamReports, bulkDeleteSpamReports),
  bind(endpoints.deleteSpamReportsByFilter, deleteSpamReportsByFilter),
  bind(endpoints.querySpamReports, querySpamReports),
  bind(endpoints.countSpamReports, countSpamReports),
];
