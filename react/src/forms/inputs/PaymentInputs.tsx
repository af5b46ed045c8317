/** Payment fields: products with quantities, donations, an amount, a fixed price (forms contract section 5.2). */
import { isObject, type Product } from '@portico/domain';
import { asText, inputAttributes, isRequired } from '../field-props.ts';
import { type FieldProps, type FormContext, useFormContext } from '../form-context.ts';
import { CUSTOM_VALUE, customName, priceName, quantityName } from '../values/names.ts';
import { isDynamic } from '../values/read-payment.ts';

const selectedProducts = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

export function ProductList({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const chosen = selectedProducts(value);
  const nameOf = (product: Product) => field.choices.find((choice) => choice.value === product.id);
  return (
    <div className="portico-products">
      {field.products.map((product) => {
        const { id = '' } = product;
        const before = chosen.find(({ productId }) => productId === id);
        const option = nameOf(product);
        const label = option?.label || field.label;
        const hasDynamicPrice = isDynamic(product);
        return (
          <div key={id} className="portico-product">
            {option?.image && <img src={option.image} alt="" loading="lazy" />}
            <label className="portico-choice">
              <input
                type="checkbox"
                name={path}
                value={id}
                defaultChecked={before !== undefined}
                disabled={field.readOnly}
              />
              <span>
                <bdi>{label}</bdi>
                {!hasDynamicPrice && (
                  <span className="portico-price">{form.money(product.fixedPriceOptions?.price ?? '0')}</span>
                )}
              </span>
            </label>
            {hasDynamicPrice && (
              <label className="portico-quantity">
                {priceLabel(form, product)}
                <input
                  className="portico-input"
                  name={priceName(path, id)}
                  inputMode="decimal"
                  aria-label={`${label}: ${priceLabel(form, product)}`}
                  defaultValue={asText(before?.price)}
                />
              </label>
            )}
            {(product.quantityLimit?.maximum ?? 2) > 1 && (
              <label className="portico-quantity">
                {form.texts.forms.quantity}
                <input
                  className="portico-input"
                  name={quantityName(path, id)}
                  inputMode="numeric"
                  aria-label={`${label}: ${form.texts.forms.quantity}`}
                  defaultValue={asText(before?.quantity) || String(product.quantityLimit?.minimum ?? 1)}
                />
              </label>
            )}
          </div>
        );
      })}
    </div>
  );
}

export function DonationInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const [chosen] = selectedProducts(value);
  const offered = field.products.filter((product) => !isDynamic(product));
  const open = field.products.find(isDynamic);
  const radio = { type: 'radio', name: path, required: isRequired(form, { field, path }), disabled: field.readOnly };
  const label = field.customChoice ?? form.texts.forms.otherAmount;
  return (
    <div className="portico-choices" data-columns={field.columns || undefined}>
      {offered.map(({ id, fixedPriceOptions }) => (
        <label key={id} className="portico-choice">
          <input {...radio} value={id} defaultChecked={chosen?.productId === id} />
          <span>{form.money(fixedPriceOptions?.price ?? '0')}</span>
        </label>
      ))}
      {open && (
        <div className="portico-choice-custom">
          <label className="portico-choice">
            <input {...radio} value={CUSTOM_VALUE} defaultChecked={chosen?.productId === open.id} />
            <span>{label}</span>
          </label>
          <input
            className="portico-input"
            name={customName(path)}
            inputMode="decimal"
            aria-label={`${field.label}: ${label}`}
            placeholder={field.customPlaceholder || undefined}
            defaultValue={chosen?.productId === open.id ? asText(chosen?.price) : ''}
          />
        </div>
      )}
    </div>
  );
}

export function AmountInput({ field, path, value }: FieldProps) {
  const form = useFormContext();
  const [chosen] = selectedProducts(value);
  const [product] = field.products;
  return (
    <>
      <input
        {...inputAttributes(form, { field, path })}
        className="portico-input"
        type="text"
        inputMode="decimal"
        placeholder={field.placeholder || undefined}
        defaultValue={chosen ? asText(chosen.price) : asText(value)}
      />
      {product && <p className="portico-help">{priceLabel(form, product)}</p>}
    </>
  );
}

export function FixedPrice({ field }: FieldProps) {
  const form = useFormContext();
  return <p className="portico-price">{form.money(field.products[0]?.fixedPriceOptions?.price ?? '0')}</p>;
}

function priceLabel({ texts, money }: FormContext, { dynamicPriceOptions }: Product): string {
  const { minPrice, maxPrice } = dynamicPriceOptions ?? {};
  const { amount, amountFrom, amountBetween } = texts.forms;
  if (maxPrice) return amountBetween(money(minPrice ?? '0'), money(maxPrice));
  return minPrice ? amountFrom(money(minPrice)) : amount;
}
