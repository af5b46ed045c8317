import type { Settings } from './queries.ts';

export type MemberField = Settings['members']['fields'][number];
type MemberFieldType = MemberField['type'];

/** Fields that every member has and that a site may require at sign-up. */
export const builtInFields: readonly { value: string; label: string }[] = [
  { value: 'firstName', label: 'First name' },
  { value: 'lastName', label: 'Last name' },
  { value: 'nickname', label: 'Nickname' },
  { value: 'phone', label: 'Phone' },
  { value: 'company', label: 'Company' },
  { value: 'birthdate', label: 'Birthday' },
];

export const fieldTypeTitles: Readonly<Record<MemberFieldType, string>> = {
  TEXT: 'Text',
  NUMBER: 'Number',
  DATE: 'Date',
  BOOLEAN: 'Yes or no',
  CHOICE: 'Choice from a list',
  URL: 'Web address',
  LIST: 'List of texts',
};

/** Derives a key from a name: “Shoe size” → `shoeSize`, with a number at the end if the key is taken. */
export function keyFor(name: string, taken: readonly string[]): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const camel = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : capitalize(word.toLowerCase())))
    .join('');
  const base = (/^[a-z]/.test(camel) ? camel : `field${capitalize(camel)}`).slice(0, 90);
  if (!taken.includes(base)) return base;
  let number = 2;
  while (taken.includes(`${base}${number}`)) number++;
  return `${base}${number}`;
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
