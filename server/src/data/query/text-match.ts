/** Compiles text conditions to SQL. */
import { bind, type Params } from './params.ts';
import { locateParts, type Pattern } from './pattern.ts';
import type { Comparison, TextMatch } from './tree.ts';

export const OPERATORS: Readonly<Record<Comparison, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' };

export function textMatch(value: string, match: TextMatch, text: string, params: Params): string {
  const folded = `portico.fold_case(${value})`;
  // The subselect folds the operand once instead of once per row.
  const foldedOperand = `(select portico.fold_case(${bind(params, text, 'text')}))`;
  switch (match) {
    case 'contains':
      return `strpos(${folded}, ${foldedOperand}) > 0`;
    case 'startsWith':
      return `starts_with(${folded}, ${foldedOperand})`;
    case 'endsWith':
      return `right(${folded}, char_length(${foldedOperand})) = ${foldedOperand}`;
  }
}

/** Returns the SQL condition that the text has the length of the pattern and that each part matches at its position. */
export function patternMatch(value: string, pattern: Pattern, params: Params): string {
  const { length, parts } = locateParts(pattern);
  const fold = (text: string): string => (pattern.ignoreCase ? `portico.fold_case(${text})` : text);
  const list = (name: keyof (typeof parts)[number], type: string): string =>
    bind(
      params,
      parts.map((part) => part[name]),
      type,
    );
  const lists = [list('isAnyOf', 'boolean[]'), list('text', 'text[]'), list('at', 'int[]'), list('length', 'int[]')];
  const found = 'substr(whole.text, part.at, part.length)';
  const partMatches = `case when part.is_any_of then strpos(${fold('part.text')}, ${found}) > 0 else ${fold('part.text')} = ${found} end`;
  const mismatch = `select from unnest(${lists.join(', ')}) as part(is_any_of, text, at, length) where not (${partMatches})`;
  const lengthParam = bind(params, length, 'int');
  const row = `(select ${fold(value)} as text offset 0) as whole`;
  // Folding maps at most two characters to one, so texts that are much longer are rejected before folding.
  return `(case when char_length(${value}) between ${lengthParam} and 2 * ${lengthParam} then (select char_length(whole.text) = ${lengthParam} and not exists (${mismatch}) from ${row}) else false end)`;
}
