/** Checks the value table in a browser, with the engine and the libraries that the page of a form loads. */
import { tableNow, valueTable } from '@portico/domain/forms/table/value-table';
import { checkValues } from '../../react/src/forms/values/check-values.ts';
import { loadPatterns, loadPhones } from '../../react/src/forms/values/engine-dependencies.ts';

/** Returns the errors of every row as JSON. The test compares them with the expected ones. */
export async function errorsOfRows(): Promise<string[]> {
  const engines = { ...(await loadPhones()), ...(await loadPatterns()) };
  return valueTable.map(({ form, value }) => JSON.stringify(checkValues(form, { f: value }, tableNow, engines).errors));
}

Object.assign(globalThis, { errorsOfRows });
