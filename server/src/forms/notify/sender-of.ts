import { type Field, type FormSchema, formLimits, isObject, targetOf } from '@portico/domain';
import { isAddress } from '../../mail/index.ts';

type Answers = Readonly<Record<string, unknown>>;

/**
 * The e-mail that the sender gave: first that of a field mapped to the contact's, else that of any e-mail field. Of several
 * the form's own come before those of forms within it. What stands in a repeater is others', not the sender's.
 * @param form with the forms within it
 */
export function senderOf(form: FormSchema, answers: Answers): string | undefined {
  const given = emailsIn(form, answers, formLimits.nesting);
  return (given.find(({ field }) => isMapped(field)) ?? given[0])?.email;
}

function emailsIn(form: FormSchema, answers: Answers, levels: number): { field: Field; email: string }[] {
  if (levels < 0) return [];
  const given = (target = ''): unknown => (Object.hasOwn(answers, target) ? answers[target] : undefined);
  const own = (form.formFields ?? []).flatMap((field) => {
    const value = given(targetOf(field));
    const email = isEmail(field) && typeof value === 'string' ? value.trim() : '';
    return isAddress(email) ? [{ field, email }] : [];
  });
  const inner = (form.nestedForms ?? []).flatMap(({ targets = [], form: nested }) =>
    targets.flatMap((target) => {
      const value = given(target);
      return nested && isObject(value) ? emailsIn(nested, value, levels - 1) : [];
    }),
  );
  return [...own, ...inner];
}

const isMapped = ({ inputOptions }: Field): boolean => inputOptions?.contactMapping?.contactField === 'EMAIL';

const isEmail = (field: Field): boolean =>
  isMapped(field) || field.inputOptions?.stringOptions?.validation?.format === 'EMAIL';
