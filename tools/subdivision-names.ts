/** English names of subdivisions (states, provinces) from the Unicode CLDR, which names all of them only in English. */
import { createRequire } from 'node:module';
import { COUNTRIES, subdivisionsOf } from '@portico/domain';

const require = createRequire(import.meta.url);

export function subdivisionNames(): string {
  const lines = COUNTRIES.flatMap((country) => {
    const named = subdivisionsOf(country)?.flatMap((code) => {
      const name = nameOf(country, code);
      return name === undefined ? [] : [`${code} ${name}`];
    });
    return named?.length ? [`  ${country}: ${JSON.stringify(named.join('|'))},`] : [];
  });
  return `/** Generated from the Unicode CLDR (Unicode License v3) by npm run gen. */\nexport const NAMES: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n};\n`;
}

const { subdivisions: names } = require('cldr-subdivisions-full/subdivisions/en/en.json').subdivisions
  .localeDisplayNames as { subdivisions: Record<string, string> };
const { subdivisionAlias: aliases } = require('cldr-core/supplemental/aliases.json').supplemental.metadata.alias as {
  subdivisionAlias: Record<string, { _replacement: string }>;
};
const regions = new Intl.DisplayNames('en', { type: 'region' });

/** Returns undefined if the CLDR knows neither the code nor its replacement. */
function nameOf(country: string, code: string): string | undefined {
  const id = (country + code).toLowerCase();
  const [next = ''] = (aliases[id]?._replacement ?? '').split(' ');
  const name = names[id] ?? names[next] ?? names[(country + code.padStart(2, '0')).toLowerCase()];
  // Removes the superscript digit by which the CLDR distinguishes equal names.
  return name?.replace(/[\u00b2\u00b3\u00b9]$/, '') ?? (/^[A-Z]{2}$/.test(next) ? regions.of(next) : undefined);
}
