/** The exports of mail/ for use cases and event listeners. */
export { isAddress } from './address.ts';
export { openContent } from './content.ts';
export { describeFailure, reasonOf } from './failure.ts';
export { queueMail, retryMail } from './queue-mail.ts';
export { renderMail } from './render/render-mail.ts';
export { sampleLink, sampleValues } from './render/sample.ts';
export { send, smtpServerOf } from './smtp.ts';
export {
  countMails,
  countOutcomes,
  deleteMail,
  deleteTemplate,
  findMail,
  listMails,
  listTemplates,
  type MailRow,
  putTemplate,
} from './store.ts';
export { defaultTemplateOf, templateFor } from './templates.ts';
export { startMailWorker, sweepMails } from './worker.ts';
