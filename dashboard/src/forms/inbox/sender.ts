/** Who sent a submission and what it says, as people read it: a name before an address, the letter before the choices. */
import type { FieldView } from '@portico/react/forms/view/field-view';
import { answerText } from '../answers.ts';

export interface Letter {
  /** a name, else an e-mail address, a phone, or what kind of sender it is */
  readonly sender: string;
  readonly message: string;
}

interface Entry {
  readonly submissions?: Readonly<Record<string, unknown>> | undefined;
}

const MESSAGE_LENGTH = 300;

/** The fields that say who it is, by their targets. A list leaves their columns out: the sender stands first already. */
export function senderTargets(fields: readonly FieldView[]): readonly string[] {
  const named = fields.filter(isName);
  if (named.length > 0) return named.map(({ target }) => target);
  const address = fields.find(({ kind }) => kind === 'email') ?? fields.find(({ kind }) => kind === 'phone');
  return address ? [address.target] : [];
}

/** @param otherwise the sender of a submission without name and address */
export function letterOf({ submissions = {} }: Entry, fields: readonly FieldView[], otherwise: string): Letter {
  const textOf = (field: FieldView): string => answerText(field, submissions[field.target]).trim();
  const joined = (found: readonly FieldView[]): string => found.map(textOf).filter(Boolean).join(' ');
  const isAddress = ({ kind }: FieldView): boolean => kind === 'email' || kind === 'phone';
  const address = fields.filter(isAddress).map(textOf).find(Boolean);
  const sender = joined(fields.filter(isName)) || address || otherwise;
  const rest = fields.filter((field) => !isName(field) && !isAddress(field));
  const letter = rest.find((field) => field.kind === 'textarea' && textOf(field)) ?? rest.find(isMessage);
  const message = (letter && textOf(letter)) || rest.map(textOf).filter(Boolean).join(' · ');
  return { sender, message: message.slice(0, MESSAGE_LENGTH) };
}

const NAMES = ['name', 'given-name', 'family-name'];

const isName = ({ autoComplete = '', kind }: FieldView): boolean =>
  kind === 'text' && autoComplete.split(' ').some((word) => NAMES.includes(word));

const isMessage = ({ target, kind }: FieldView): boolean => kind === 'text' && /message|letter|comment/i.test(target);
