import { type Field, type FormSchema, formLimits, isObject, targetOf } from '@portico/domain';
import { isAddress } from '../../mail/index.ts';

type Answers = Readonly<Record<string, unknown>>;

/**
 * Returns the sender's e-mail address: the value of a field mapped to the contact's e-mail address, or else of any
 * e-mail field. The form's own fields take precedence over those of nested forms. Repeaters are ignored, because they
 * contain other persons.
 * @param form with its nested forms (`loadFormWithNested`)
 */
export function senderEmailOf(form: FormSchema, answers: Answers): string | undefined {
  const found = emailsIn(form, answers, formLimits.nesting);
  return (found.find(({ field }) => isMapped(field)) ?? found[0])?.email;
}

function emailsIn(form: FormSchema, answers: Answers, levels: number): { field: Field; email: string }[] {
  if (levels < 0) return [];
  const answerTo = (target = ''): unknown => (Object.hasOwn(answers, target) ? answers[target] : undefined);
  const formEmails = (form.formFields ?? []).flatMap((field) => {
    const value = answerTo(targetOf(field));
    const email = isEmail(field) && typeof value === 'string' ? value.trim() : '';
    return isAddress(email) ? [{ field, email }] : [];
  });
  const inner = (form.nestedForms ?? []).flatMap(({ targets = [], form: nested }) =>
    targets.flatMap((target) => {
      const value = answerTo(target);
      return nested && isObject(value) ? emailsIn(nested, value, levels - 1) : [];
    }),
  );
  return [...formEmails, ...inner];
}

const isMapped = ({ inputOptions }: Field): boolean => inputOptions?.contactMapping?.contactField === 'EMAIL';

const isEmail = (field: Field): boolean =>
  isMapped(field) || field.inputOptions?.stringOptions?.validation?.format === 'EMAIL';
