/** The table of values in a browser, by the engine and the libraries that a form's page loads there. */
import { tableNow, valueTable } from '@portico/domain/forms/table/value-table';
import { checkValues } from '../../react/src/forms/values/check-values.ts';
import { loadPatterns, loadPhones } from '../../react/src/forms/values/engines.ts';

/** Every row's errors, as JSON: what the table itself says of them is compared outside. */
export async function verdicts(): Promise<string[]> {
  const engines = { ...(await loadPhones()), ...(await loadPatterns()) };
  return valueTable.map(({ form, value }) => JSON.stringify(checkValues(form, { f: value }, tableNow, engines).errors));
}

Object.assign(globalThis, { verdicts });
