/** Tax numbers of a VAT_ID field, `{id, type}`: their check digits (forms contract section 5.2). */
import { isObject } from '../model.ts';
import { type ValueError, wrongFormat } from './value-error.ts';

/**
 * Brazil's CPF and CNPJ and Israel's number have check digits. `country` is the site's: where it is one of the two, only
 * that country's numbers are taken, elsewhere both are.
 */
export function vatIdErrors(value: unknown, country: string | undefined, path: string): ValueError[] {
  const id = isObject(value) ? value.id : value;
  if (typeof id !== 'string') return [];
  const isBrazilian = () => isCpf(id) || isCnpj(id);
  const valid = country === 'IL' ? isIsraeli(id) : country === 'BR' ? isBrazilian() : isBrazilian() || isIsraeli(id);
  return valid ? [] : [wrongFormat(path, 'vat ID')];
}

/** Eleven digits, the last two checking the others (modulo 11); all digits the same is nobody's number. */
function isCpf(id: string): boolean {
  const digits = id.replace(/[.-]/g, '');
  if (!/^\d{11}$/.test(digits) || isUniform(digits)) return false;
  const check = (length: number) => checkDigit(digits.slice(0, length), (fromEnd) => fromEnd + 2);
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10]);
}

/** Fourteen characters, the first twelve digits or (since 2026) capital letters, the last two check digits. */
function isCnpj(id: string): boolean {
  const characters = id.replace(/[./-]/g, '');
  if (!/^[\dA-Z]{12}\d{2}$/.test(characters) || isUniform(characters)) return false;
  const check = (length: number) => checkDigit(characters.slice(0, length), (fromEnd) => (fromEnd % 8) + 2);
  return check(12) === Number(characters[12]) && check(13) === Number(characters[13]);
}

/** The digit that brings the weighted sum to a multiple of 11; a letter counts as its place after `0` in ASCII. */
function checkDigit(characters: string, weight: (fromEnd: number) => number): number {
  const codes = [...characters].map((character) => character.charCodeAt(0) - 48).reverse();
  const rest = codes.reduce((sum, code, fromEnd) => sum + code * weight(fromEnd), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
}

const isUniform = (text: string): boolean => /^(.)\1*$/.test(text);

/** Five to nine digits, padded to nine and checked by Luhn's sum. */
function isIsraeli(id: string): boolean {
  if (!/^\d{5,9}$/.test(id)) return false;
  const digits = [...id.padStart(9, '0')].map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = digit * ((index % 2) + 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum > 0 && sum % 10 === 0;
}
