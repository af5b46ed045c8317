/** The content that the vendor's templates expect on a site: public collections and a form. */
import type { Api } from '../../e2e/support/api.ts';

const NAMESPACE = 'wix.form_app.form';

/** @param items items of the new collection; its fields are derived from them */
export async function publicCollection(api: Api, id: string, items: readonly Record<string, unknown>[]): Promise<void> {
  const fields = [...new Set(items.flatMap((item) => Object.keys(item)))].map((key) => ({
    key,
    type:
      typeof items.find((item) => key in item)?.[key] === 'number' ? 'NUMBER' : key === 'date' ? 'DATETIME' : 'TEXT',
  }));
  const permissions = { insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN', read: 'ANYONE' };
  await api.post('/wix-data/v2/collections', { collection: { id, displayName: id, fields, permissions } });
  for (const data of items) {
    await api.post('/wix-data/v2/items', { dataCollectionId: id, dataItem: { data } });
  }
}

const input = (id: string, identifier: string, inputOptions: object) => ({
  id,
  fieldType: 'INPUT',
  identifier,
  inputOptions,
});
const text = (target: string, label: string, validation: object = {}) => ({
  target,
  required: true,
  inputType: 'STRING',
  stringOptions: { validation, componentType: 'TEXT_INPUT', textInputOptions: { label, showLabel: true } },
});

export const registrationForm = {
  namespace: NAMESPACE,
  name: 'Registration',
  formFields: [
    input('0c0d8e1e-1111-4c1c-8c1c-000000000001', 'TEXT_INPUT', text('first_name', 'First name')),
    input('0c0d8e1e-1111-4c1c-8c1c-000000000002', 'TEXT_INPUT', text('email', 'E-mail', { format: 'EMAIL' })),
    input('0c0d8e1e-1111-4c1c-8c1c-000000000003', 'NUMBER_INPUT', {
      target: 'guests',
      inputType: 'NUMBER',
      numberOptions: { componentType: 'NUMBER_INPUT', numberInputOptions: { label: 'Guests', showLabel: true } },
    }),
  ],
};
