import type { FormFrameTexts } from './form-frame-en.ts';

export const formFrameDe: FormFrameTexts = {
  submit: 'Absenden',
  sending: 'Wird gesendet …',
  submitted: 'Vielen Dank. Das Formular wurde gesendet.',
  unsupported: (label) => `„${label}“ lässt sich auf dieser Seite noch nicht beantworten.`,
  summary: (count) =>
    count === 1
      ? 'Bitte sehen Sie sich eine Antwort noch einmal an:'
      : `Bitte sehen Sie sich ${count} Antworten noch einmal an:`,
  summaryLabel: 'Was noch nicht stimmt',
  closed: 'Dieses Formular nimmt keine Antworten mehr an.',
  next: 'Weiter',
  previous: 'Zurück',
  step: (at, total) => `Schritt ${at} von ${total}`,
  progress: 'Wie weit Sie sind',
  requiredMark: '(Pflichtfeld)',
  goOn: 'Weiter',
  leaveEmpty: 'Bitte leer lassen',
  cannotSend:
    'Das Formular konnte nicht gesendet werden. Bitte prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
  openForm: 'Formular öffnen',
  captcha: 'Bitte bestätigen Sie, dass Sie ein Mensch sind, und senden Sie das Formular noch einmal ab.',
};
