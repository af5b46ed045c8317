/** Finds the sender of a submission, preferably by name, and its message, preferably a multi-line text. */
import type { FieldView } from '@portico/react/forms/view/field-view';
import { formatAnswer } from '../answers.ts';

export interface SenderAndMessage {
  /** A name, an e-mail address, a phone number, or the kind of sender. */
  readonly sender: string;
  readonly message: string;
}

interface Entry {
  readonly submissions?: Readonly<Record<string, unknown>> | undefined;
}

const MESSAGE_LENGTH = 300;

/**
 * Returns the targets of the fields that identify the sender. By default, lists hide the columns of these fields,
 * because the From column shows the sender.
 */
export function listSenderTargets(fields: readonly FieldView[]): readonly string[] {
  const nameFields = fields.filter(isName);
  if (nameFields.length > 0) return nameFields.map(({ target }) => target);
  const address = fields.find(({ kind }) => kind === 'email') ?? fields.find(({ kind }) => kind === 'phone');
  return address ? [address.target] : [];
}

/**
 * Returns the sender and the message of a submission.
 * @param fallback the sender of a submission without a name or address
 */
export function findSenderAndMessage(
  { submissions = {} }: Entry,
  fields: readonly FieldView[],
  fallback: string,
): SenderAndMessage {
  const textOf = (field: FieldView): string => formatAnswer(field, submissions[field.target]).trim();
  const joinTexts = (nameFields: readonly FieldView[]): string => nameFields.map(textOf).filter(Boolean).join(' ');
  const isAddress = ({ kind }: FieldView): boolean => kind === 'email' || kind === 'phone';
  const address = fields.filter(isAddress).map(textOf).find(Boolean);
  const sender = joinTexts(fields.filter(isName)) || address || fallback;
  const rest = fields.filter((field) => !isName(field) && !isAddress(field));
  const messageField = rest.find((field) => field.kind === 'textarea' && textOf(field)) ?? rest.find(isMessage);
  const message = (messageField && textOf(messageField)) || rest.map(textOf).filter(Boolean).join(' · ');
  return { sender, message: message.slice(0, MESSAGE_LENGTH) };
}

const NAMES = ['name', 'given-name', 'family-name'];

const isName = ({ autoComplete = '', kind }: FieldView): boolean =>
  kind === 'text' && autoComplete.split(' ').some((word) => NAMES.includes(word));

const isMessage = ({ target, kind }: FieldView): boolean => kind === 'text' && /message|letter|comment/i.test(target);
