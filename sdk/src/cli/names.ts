/** Writes the names, string literals and comments of generated TypeScript. */

/** Returns a literal in single quotes. */
export function quote(text: string): string {
  const json = JSON.stringify(text).slice(1, -1);
  return `'${json.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Returns the key of a property, quoted unless it is a plain identifier. */
export const propertyKey = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key));

/** Returns a union of literals, each once, in the given order. */
export function unionOf(values: readonly (string | number | boolean)[]): string {
  return [...new Set(values)].map((value) => (typeof value === 'string' ? quote(value) : String(value))).join(' | ');
}

/** Returns a one-line comment that the text cannot end early. Returns '' for an empty text. */
export function commentOf(text: string, indent = ''): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/').trim();
  return line === '' ? '' : `${indent}/** ${line} */\n`;
}

/** Returns a function that creates unused type names. Endings such as `Item` keep them apart from built-in types. */
export function createNameGenerator(takenNames: readonly string[]) {
  const used = new Set(takenNames);
  /** Returns a name made from the text. The name plus any of the endings is not the name of a type yet. */
  return (text: string, fallback: string, endings: readonly string[]): string => {
    const base = identifierOf(text) || fallback;
    let name = base;
    for (let n = 2; endings.some((ending) => used.has(name + ending)); n += 1) name = `${base}${n}`;
    for (const ending of endings) used.add(name + ending);
    return name;
  };
}

/** Returns the words of a text in Pascal case: `Stores/products` → `StoresProducts`. Returns '' without words. */
function identifierOf(text: string): string {
  const words = text.normalize('NFC').match(/[\p{ID_Continue}$]+/gu) ?? [];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return name === '' || /^[\p{ID_Start}$_]/u.test(name) ? name : `_${name}`;
}
