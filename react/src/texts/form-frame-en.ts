/** English texts of every form. Embeds load them first. Inserted values are plain text, never markup. */
export const formFrameEn = {
  submit: 'Submit',
  sending: 'Sending…',
  submitted: 'Thank you. The form has been sent.',
  unsupported: (label: string) => `“${label}” cannot be answered on this page yet.`,
  summary: (count: number) =>
    count === 1 ? 'One answer needs to be corrected:' : `${count} answers need to be corrected:`,
  summaryLabel: 'Answers that need correction',
  closed: 'This form no longer accepts answers.',
  next: 'Next',
  previous: 'Back',
  step: (at: number, total: number) => `Step ${at} of ${total}`,
  progress: 'Progress',
  requiredMark: '(required)',
  goOn: 'Continue',
  leaveEmpty: 'Leave this empty',
  cannotSend: 'The form could not be sent. Please check your connection and try again.',
  openForm: 'Open the form',
  captcha: 'Please confirm that you are human, and send the form again.',
};

export type FormFrameTexts = typeof formFrameEn;
