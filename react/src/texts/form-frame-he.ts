import type { FormFrameTexts } from './form-frame-en.ts';

export const formFrameHe: FormFrameTexts = {
  submit: 'שליחה',
  sending: 'שולחים…',
  submitted: 'תודה. הטופס נשלח.',
  unsupported: (label) => `עדיין אי אפשר לענות על ״${label}״ בדף הזה.`,
  summary: (count) => (count === 1 ? 'תשובה אחת דורשת תיקון:' : `${count} תשובות דורשות תיקון:`),
  summaryLabel: 'מה דורש תיקון',
  closed: 'הטופס הזה אינו מקבל תשובות נוספות.',
  next: 'הבא',
  previous: 'חזרה',
  step: (at, total) => `שלב ${at} מתוך ${total}`,
  progress: 'ההתקדמות בטופס',
  requiredMark: '(חובה)',
  goOn: 'המשך',
  leaveEmpty: 'יש להשאיר ריק',
  cannotSend: 'לא ניתן היה לשלוח את הטופס. יש לבדוק את החיבור ולנסות שוב.',
  openForm: 'פתיחת הטופס',
  captcha: 'יש להראות שאינכם רובוט ולשלוח את הטופס שוב.',
};
