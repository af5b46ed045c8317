/** Validates the check digits of tax numbers `{id, type}` in VAT_ID fields (forms contract section 5.2). */
import { isObject } from '../model.ts';
import { type ValueError, wrongFormatError } from './value-error.ts';

/**
 * Checks a tax number by its check digits, which exist in Brazil's CPF and CNPJ and in Israel's number. If the
 * country of the site is Brazil or Israel, only its own numbers are valid. Otherwise, the numbers of both are valid.
 */
export function checkVatId(value: unknown, country: string | undefined, path: string): ValueError[] {
  const id = isObject(value) ? value.id : value;
  if (typeof id !== 'string') return [];
  const isBrazilian = () => isCpf(id) || isCnpj(id);
  const valid = country === 'IL' ? isIsraeli(id) : country === 'BR' ? isBrazilian() : isBrazilian() || isIsraeli(id);
  return valid ? [] : [wrongFormatError(path, 'vat ID')];
}

/** Eleven digits, of which the last two are check digits (modulo 11). Numbers that repeat one digit are never assigned. */
function isCpf(id: string): boolean {
  const digits = id.replace(/[.-]/g, '');
  if (!/^\d{11}$/.test(digits) || isUniform(digits)) return false;
  const check = (length: number) => computeCheckDigit(digits.slice(0, length), (fromEnd) => fromEnd + 2);
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10]);
}

/** Fourteen characters: twelve digits or (since 2026) capital letters, and two check digits. */
function isCnpj(id: string): boolean {
  const characters = id.replace(/[./-]/g, '');
  if (!/^[\dA-Z]{12}\d{2}$/.test(characters) || isUniform(characters)) return false;
  const check = (length: number) => computeCheckDigit(characters.slice(0, length), (fromEnd) => (fromEnd % 8) + 2);
  return check(12) === Number(characters[12]) && check(13) === Number(characters[13]);
}

/**
 * Returns the digit that, added to the weighted sum, makes it a multiple of 11; 0 where that would be 10. The value of
 * a letter is its ASCII distance from `0`.
 */
function computeCheckDigit(characters: string, weight: (fromEnd: number) => number): number {
  const codes = [...characters].map((character) => character.charCodeAt(0) - 48).reverse();
  const rest = codes.reduce((sum, code, fromEnd) => sum + code * weight(fromEnd), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
}

const isUniform = (text: string): boolean => /^(.)\1*$/.test(text);

/** Five to nine digits, padded to nine and checked by the Luhn algorithm. */
function isIsraeli(id: string): boolean {
  if (!/^\d{5,9}$/.test(id)) return false;
  const digits = [...id.padStart(9, '0')].map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = digit * ((index % 2) + 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum > 0 && sum % 10 === 0;
}
