import { DateTime, Guid } from '@portico/contract/shared';
import { type Html, html, withCode } from './html.ts';

/** The JSON Schema keywords that the contract uses. */
export interface Schema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Number of properties above which a named schema is shown once per page, and linked to from where it is used. */
const INLINE_PROPERTIES = 25;

/** Renders the schemas of one page and collects the large named ones, which the page lists at its end. */
export interface SchemaRenderer {
  /** Renders the properties of an object as a list, and anything else as one line. */
  body(schema: Schema): Html;
  property(name: string, schema: Schema, isRequired: boolean): Html;
  /** Returns the collected types, and the types to which they refer. */
  types(): Html[];
}

export function createSchemaRenderer(): SchemaRenderer {
  const linkedSchemas = new Map<string, Schema>();

  function body(schema: Schema): Html {
    if (isLinked(schema)) return html`<p>${typeOf(schema)}</p>`;
    const fields = fieldsOf(schema);
    if (fields) return fields;
    return html`<p>${typeOf(schema)} ${renderConstraints(schema)}</p>`;
  }

  function property(name: string, schema: Schema, isRequired: boolean): Html {
    const head = html`<code>${name}</code> ${typeOf(schema)}${isRequired && html` <b>required</b>`} ${renderConstraints(schema)}`;
    const about = schema.description ? html`<p>${withCode(schema.description)}</p>` : undefined;
    const nested = nestedOf(schema);
    return nested
      ? html`<li><details><summary>${head}</summary>${about}${nested}</details></li>`
      : html`<li>${head}${about}</li>`;
  }

  /**
   * Renders the part that can be unfolded below a property: the fields of an object, of the entries of a list, or of
   * the options.
   */
  function nestedOf(schema: Schema): Html | undefined {
    if (isLinked(schema)) return undefined;
    const inner = elementOf(schema);
    if (inner) return nestedOf(inner);
    const options = (schema.anyOf ?? []).filter((option) => nestedOf(option));
    if (options.length === 1) return nestedOf(options[0] as Schema);
    if (options.length > 1) {
      return html`<ul>${options.map((option, index) => property(`option ${index + 1}`, option, false))}</ul>`;
    }
    return fieldsOf(schema);
  }

  function fieldsOf({ properties = {}, required = [] }: Schema): Html | undefined {
    const fields = Object.entries(properties);
    if (fields.length === 0) return undefined;
    return html`<ul>${fields.map(([name, schema]) => property(name, schema, required.includes(name)))}</ul>`;
  }

  function typeOf(schema: Schema): Html {
    if (isLinked(schema)) {
      const title = schema.title as string;
      linkedSchemas.set(title, schema);
      return html`<a href="#type-${title}">${title}</a>`;
    }
    if (schema.anyOf) return joinTypes(schema.anyOf.map(typeOf));
    if (schema.const !== undefined) return html`<i>${JSON.stringify(schema.const)}</i>`;
    if (schema.enum) return html`<i>${schema.enum.map((value) => JSON.stringify(value)).join(' | ')}</i>`;
    if (schema.items) return html`<i>list of</i> ${typeOf(schema.items)}`;
    if (schema.patternProperties) return html`<i>map of</i> ${typeOf(elementOf(schema) as Schema)}`;
    return html`<i>${simpleTypeOf(schema)}</i>`;
  }

  function types(): Html[] {
    const shown: Html[] = [];
    // Rendering a type may add further types to `linkedSchemas`. The loop reaches them, too, because Map iterates over
    // additions.
    for (const [title, schema] of linkedSchemas) {
      shown.push(html`<section class="type" id="type-${title}"><h3>${title}</h3>
${schema.description && html`<p>${withCode(schema.description)}</p>`}${fieldsOf(schema)}</section>`);
    }
    return shown;
  }

  return { body, property, types };
}

const isLinked = (schema: Schema): boolean => schema.title !== undefined && countProperties(schema) > INLINE_PROPERTIES;

const counts = new WeakMap<Schema, number>();

function countProperties(schema: Schema): number {
  const known = counts.get(schema);
  if (known !== undefined) return known;
  const inside = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])];
  const element = elementOf(schema);
  if (element) inside.push(element);
  const propertyCount = Object.keys(schema.properties ?? {}).length;
  const count = inside.reduce((sum, part) => sum + countProperties(part), propertyCount);
  counts.set(schema, count);
  return count;
}

/** Returns the schema of the entries of a list or map. */
const elementOf = ({ items, patternProperties }: Schema): Schema | undefined =>
  items ?? Object.values(patternProperties ?? {})[0];

const joinTypes = (types: readonly Html[]): Html =>
  html`${types.map((type, index) => (index === 0 ? type : html` <i>or</i> ${type}`))}`;

const GUID = (Guid as Schema).pattern;
const DATE_TIME = (DateTime as Schema).pattern;

function simpleTypeOf({ type, pattern }: Schema): string {
  if (pattern !== undefined && pattern === GUID) return 'GUID';
  if (pattern !== undefined && pattern === DATE_TIME) return 'date and time (ISO 8601)';
  return type ?? 'any value';
}

function renderConstraints(schema: Schema): Html | undefined {
  const found = [
    describeRange(schema.minimum, schema.maximum, ''),
    schema.pattern || schema.enum ? '' : describeRange(schema.minLength, schema.maxLength, ' characters'),
    describeRange(schema.minItems, schema.maxItems, ' entries'),
  ].filter((text) => text !== '');
  return found.length > 0 ? html`<small>${found.join(', ')}</small>` : undefined;
}

function describeRange(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return least ? `at least ${least}${unit}` : '';
  return least ? `${least} to ${most}${unit}` : `up to ${most}${unit}`;
}
