import { Input, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.css';
import { AddButton } from '../../../ui/AddButton.tsx';
import { valueAt } from '../paths.ts';
import { RowButtons } from '../RowButtons.tsx';
import classes from '../Rows.module.css';
import { textOf } from './FieldInputs.tsx';
import { useField } from './field-context.ts';
import { componentOf } from './field-paths.ts';
import {
  addProduct,
  optionsIn,
  type ProductRow,
  productsIn,
  relabelled,
  removeProduct,
  withOptions,
  withProduct,
} from './options.ts';
import { Part } from './Part.tsx';

/** Components that sell several things. */
const LISTS = ['CHECKBOX_GROUP', 'DONATION_INPUT'];

/** What a payment field sells, and what that costs. */
export function ProductRows() {
  const { field, change, errorAt } = useField();
  const products = productsIn(field);
  const component = componentOf(field);
  const isListed = LISTS.includes(component);
  return (
    <Part title={component === 'DONATION_INPUT' ? 'Amounts' : isListed ? 'Products' : 'Price'}>
      <Input.Error role="alert">{errorAt('inputOptions.paymentOptions.validation.products')}</Input.Error>
      <Stack gap="xs">
        {products.map((product, index) => (
          <ProductFields key={product.id} product={product} index={index} isLone={products.length === 1} />
        ))}
      </Stack>
      {isListed && (
        <div>
          <AddButton disabled={products.length >= 100} onClick={() => change(addProduct(field))}>
            {component === 'DONATION_INPUT' ? 'Add an amount' : 'Add a product'}
          </AddButton>
        </div>
      )}
    </Part>
  );
}

function ProductFields({ product, index, isLone }: { product: ProductRow; index: number; isLone: boolean }) {
  const { field, change } = useField();
  const component = componentOf(field);
  const options = optionsIn(field);
  const place = options.findIndex(({ value }) => value === product.id);
  const isNamed = component === 'CHECKBOX_GROUP' && place >= 0;
  const name = (isNamed && options[place]?.label) || `price ${index + 1}`;
  const set = (path: string, value: unknown) => change(withProduct(field, product.id, path, value));
  const isDynamic = product.priceType === 'DYNAMIC_PRICE';
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{name}</legend>
      {isNamed && (
        <TextInput
          label="Name"
          size="xs"
          maxLength={400}
          value={options[place]?.label ?? ''}
          onChange={(event) => change(withOptions(field, relabelled(options, place, event.currentTarget.value)))}
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
          { value: 'DIGITAL', label: 'Nothing to be sent' },
          { value: 'SHIPPABLE', label: 'To be shipped' },
        ]}
        value={textOf(product.productType) || 'DIGITAL'}
        onChange={(event) => set('productType', event.currentTarget.value)}
      />
      {component === 'CHECKBOX_GROUP' && (
        <NumberInput
          label="Most of it"
          size="xs"
          min={1}
          max={100_000}
          allowDecimal={false}
          hideControls
          value={(valueAt(product, 'quantityLimit.maximum') as number | undefined) ?? ''}
          onChange={(most) => set('quantityLimit.maximum', typeof most === 'number' ? most : undefined)}
        />
      )}
      {LISTS.includes(component) && !isLone && (
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

/** Prices are decimals written as text. */
const Price = ({ label, path, product, onSet }: PriceProps) => (
  <TextInput
    label={label}
    size="xs"
    inputMode="decimal"
    maxLength={20}
    value={textOf(valueAt(product, path))}
    onChange={(event) => onSet(path, event.currentTarget.value.replace(',', '.'))}
  />
);
