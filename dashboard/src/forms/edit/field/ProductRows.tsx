import { Input, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.css';
import { AddButton } from '../../../ui/AddButton.tsx';
import { valueAt } from '../paths.ts';
import { RowButtons } from '../RowButtons.tsx';
import classes from '../Rows.module.css';
import { toText } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { componentOf } from './field-paths.ts';
import {
  addProduct,
  optionsIn,
  type ProductRow,
  productsIn,
  removeProduct,
  withLabel,
  withOptions,
  withProduct,
} from './options.ts';
import { SettingsGroup } from './SettingsGroup.tsx';

/** Components that offer several products. */
const LIST_COMPONENTS = ['CHECKBOX_GROUP', 'DONATION_INPUT'];

/** Edits the products of a payment field and their prices. */
export function ProductRows() {
  const { field, change, errorAt } = useField();
  const products = productsIn(field);
  const component = componentOf(field);
  const isListed = LIST_COMPONENTS.includes(component);
  return (
    <SettingsGroup title={component === 'DONATION_INPUT' ? 'Amounts' : isListed ? 'Products' : 'Price'}>
      <Input.Error role="alert">{errorAt('inputOptions.paymentOptions.validation.products')}</Input.Error>
      <Stack gap="xs">
        {products.map((product, index) => (
          <ProductFields key={product.id} product={product} index={index} isOnly={products.length === 1} />
        ))}
      </Stack>
      {isListed && (
        <div>
          <AddButton disabled={products.length >= 100} onClick={() => change(addProduct(field))}>
            {component === 'DONATION_INPUT' ? 'Add an amount' : 'Add a product'}
          </AddButton>
        </div>
      )}
    </SettingsGroup>
  );
}

function ProductFields({ product, index, isOnly }: { product: ProductRow; index: number; isOnly: boolean }) {
  const { field, change } = useField();
  const component = componentOf(field);
  const options = optionsIn(field);
  const optionIndex = options.findIndex(({ value }) => value === product.id);
  const isNamedByOption = component === 'CHECKBOX_GROUP' && optionIndex >= 0;
  const name = (isNamedByOption && options[optionIndex]?.label) || `price ${index + 1}`;
  const set = (path: string, value: unknown) => change(withProduct(field, product.id, path, value));
  const isDynamic = product.priceType === 'DYNAMIC_PRICE';
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{name}</legend>
      {isNamedByOption && (
        <TextInput
          label="Name"
          size="xs"
          maxLength={400}
          value={options[optionIndex]?.label ?? ''}
          onChange={(event) => change(withOptions(field, withLabel(options, optionIndex, event.currentTarget.value)))}
        />
      )}
      {isDynamic ? (
        <>
          <Price label="Lowest price" path="dynamicPriceOptions.minPrice" product={product} onSet={set} />
          <Price label="Highest price" path="dynamicPriceOptions.maxPrice" product={product} onSet={set} />
        </>
      ) : (
        <Price label="Price" path="fixedPriceOptions.price" product={product} onSet={set} />
      )}
      <NativeSelect
        label="Kind"
        size="xs"
        data={[
          { value: 'DIGITAL', label: 'Not shipped' },
          { value: 'SHIPPABLE', label: 'Shipped' },
        ]}
        value={toText(product.productType) || 'DIGITAL'}
        onChange={(event) => set('productType', event.currentTarget.value)}
      />
      {component === 'CHECKBOX_GROUP' && (
        <NumberInput
          label="Maximum quantity"
          size="xs"
          min={1}
          max={100_000}
          allowDecimal={false}
          hideControls
          value={(valueAt(product, 'quantityLimit.maximum') as number | undefined) ?? ''}
          onChange={(maximum) => set('quantityLimit.maximum', typeof maximum === 'number' ? maximum : undefined)}
        />
      )}
      {LIST_COMPONENTS.includes(component) && !isOnly && (
        <div className={classes.end}>
          <RowButtons name={name} onRemove={() => change(removeProduct(field, product.id))} />
        </div>
      )}
    </fieldset>
  );
}

interface PriceProps {
  label: string;
  path: string;
  product: ProductRow;
  onSet: (path: string, value: unknown) => void;
}

/** Edits a price. The contract writes prices as decimal strings. */
const Price = ({ label, path, product, onSet }: PriceProps) => (
  <TextInput
    label={label}
    size="xs"
    inputMode="decimal"
    maxLength={20}
    value={toText(valueAt(product, path))}
    onChange={(event) => onSet(path, event.currentTarget.value.replace(',', '.'))}
  />
);
