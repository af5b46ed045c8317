import { DayPicker, type Matcher } from 'react-day-picker';
import { de } from 'react-day-picker/locale/de';
import { enUS } from 'react-day-picker/locale/en-US';
import { he } from 'react-day-picker/locale/he';
import type { DayRange, FieldView } from '../view/field-view.ts';

interface CalendarProps {
  readonly field: FieldView;
  /** `2024-02-29`, or ''. */
  readonly selected: string;
  readonly language: string;
  onChoose(date: string): void;
}

const LOCALES = { de, en: enUS, he } as const;
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** A calendar for one date. Days that the owner does not offer are disabled. Loaded when it is first opened. */
export default function Calendar({ field, selected, language, onChoose }: CalendarProps) {
  const day = toDate(selected);
  const locale = LOCALES[language.slice(0, 2) as keyof typeof LOCALES] ?? enUS;
  return (
    <DayPicker
      mode="single"
      autoFocus
      captionLayout="dropdown"
      locale={locale}
      // The accessible name must contain the visible number (WCAG 2.5.3).
      labels={{ labelDayButton: (date) => new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(date) }}
      dir={language.startsWith('he') ? 'rtl' : 'ltr'}
      weekStartsOn={field.days?.firstDayOfWeek as Weekday | undefined}
      selected={day}
      defaultMonth={day ?? bound(field.minimum)}
      startMonth={bound(field.minimum) ?? new Date(1900, 0)}
      endMonth={bound(field.maximum) ?? new Date(new Date().getFullYear() + 20, 11)}
      disabled={disabledDays(field)}
      onSelect={(date) => {
        if (date) onChoose(toText(date));
      }}
    />
  );
}

const bound = (value: unknown): Date | undefined => toDate(String(value ?? ''));

/** Returns noon of the date in local time, so that no clock change moves it to another day. */
function toDate(text: string): Date | undefined {
  const [year, month, day] = text.split('-').map(Number);
  return year && month && day ? new Date(year, month - 1, day, 12) : undefined;
}

const padToTwo = (number: number): string => String(number).padStart(2, '0');
const toText = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${padToTwo(date.getMonth() + 1)}-${padToTwo(date.getDate())}`;

function disabledDays({ minimum, maximum, days }: FieldView): Matcher[] {
  const { availableDates = [], unavailableDates = [], availableDays = [] } = days ?? {};
  const [before, after] = [bound(minimum), bound(maximum)];
  const isWithin = (date: Date, { start = '', end = '9999' }: DayRange) => toText(date) >= start && toText(date) <= end;
  return [
    ...(before ? [{ before }] : []),
    ...(after ? [{ after }] : []),
    (date) =>
      unavailableDates.some((range) => isWithin(date, range)) ||
      (availableDates.length > 0 && !availableDates.some((range) => isWithin(date, range))) ||
      (availableDays.length > 0 && !availableDays.includes(date.getDay())),
  ];
}
