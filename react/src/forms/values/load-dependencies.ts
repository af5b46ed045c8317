import { someField } from '../view/describe-form.ts';
import type { FormView } from '../view/field-view.ts';
import { type EngineDependencies, loadPatterns, loadPhones } from './engine-dependencies.ts';
import { locateField } from './errors.ts';

/**
 * Loads the dependencies of the forms engine that the current values need, or returns null if none are missing. If
 * loading fails, only the server performs the checks that need them.
 */
export async function loadDependencies(
  view: FormView,
  form: HTMLFormElement | null,
  { phone, matches }: EngineDependencies,
): Promise<EngineDependencies | null> {
  const isPhone = (name: string): boolean => locateField(view.fields, name)?.field.kind === 'phone';
  const mayNeedPhones = !phone && form !== null && someField(view.fields, ({ kind }) => kind === 'phone');
  const entered = mayNeedPhones ? [...new FormData(form)] : [];
  const needsPhones = entered.some(([name, value]) => value !== '' && !name.includes('__') && isPhone(name));
  const loads = [...(needsPhones ? [loadPhones()] : []), ...(!matches && view.hasPatterns ? [loadPatterns()] : [])];
  if (loads.length === 0) return null;
  const results = await Promise.allSettled<EngineDependencies>(loads);
  return Object.assign({}, ...results.map((one) => (one.status === 'fulfilled' ? one.value : {})));
}
