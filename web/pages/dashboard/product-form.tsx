import { useRef } from 'react';
import { useController, useForm } from 'react-hook-form';
import { MIN_ORDER, priceError } from '#contract/minimum.ts';
import { parseCount } from '#contract/money.ts';
import {
  type NewProduct,
  NewProductSchema,
  type Product,
  type ProductChange,
  ProductFieldsSchema,
} from '#contract/products.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { asCount } from '../../ui/as-count.ts';
import { Field } from '../../ui/field.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { resolverOf } from '../../ui/form-resolver.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { ImageField } from './image-field.tsx';
import { CountField, PriceField } from './number-field.tsx';
import { PriceBreaksField } from './price-breaks-field.tsx';

interface Props {
  /** The product to change; a new one without it. */
  product?: Product;
  /** The word on the button. */
  action: string;
  /** Sends the changed fields; throws when the server refuses. */
  onSubmit: (typed: ProductChange, idempotencyKey: string) => Promise<void>;
}

/** What is not known of a product, as its fields give it. */
const UNKNOWN = { maker: null, mpn: null, leadDays: null };
const NEW: Partial<NewProduct> = {
  ...UNKNOWN,
  ...{ name: '', image: '', shortDetails: '', multiple: 1, priceBreaks: [] },
};

const FIELDS = [
  ...(['name', 'image', 'shortDetails', 'sku', 'maker', 'mpn'] as const),
  ...(['minOrder', 'available', 'price', 'multiple', 'priceBreaks', 'leadDays'] as const),
];

const toDays = (typed: string | number | null) =>
  typeof typed === 'string' ? (typed.trim() ? parseCount(typed) : null) : typed;

/** An empty field takes the fact away. */
const orNull = { setValueAs: (typed: string | null) => typed?.trim() || null };

/** The form that adds or changes a product. Typed text stays when the server refuses. */
export function ProductForm({ product, action, onSubmit }: Props) {
  const form = useForm<NewProduct>({
    // A product that is already above the card limit may be restocked or renamed; the server checks price changes.
    resolver: resolverOf(product && priceError(product) ? ProductFieldsSchema : NewProductSchema),
    defaultValues: product ? { ...UNKNOWN, ...product, category: undefined, attributes: undefined } : NEW,
  });
  const { register, control, formState, setValue } = form;
  const { errors, isSubmitting, dirtyFields } = formState;
  // Registered from top to bottom: the first wrong field gets the focus.
  const name = register('name');
  const image = useController({ name: 'image', control }).field;
  const shortDetails = register('shortDetails');
  const sku = register('sku', { setValueAs: (typed?: string) => typed?.trim() || undefined });
  const maker = register('maker', orNull);
  const mpn = register('mpn', orNull);
  const minOrder = register('minOrder', { ...asCount, deps: ['price', 'priceBreaks'] });
  const available = register('available', asCount);
  const price = register('price', { valueAsNumber: true, deps: ['priceBreaks'] });
  const multiple = register('multiple', { ...asCount, deps: ['price', 'priceBreaks'] });
  const leadDays = register('leadDays', { setValueAs: toDays });
  const isPriceShown = useRef(false);

  /** Formats the initial price with two decimals, but not during typing. */
  function showPrice(input: HTMLInputElement | null) {
    price.ref(input);
    if (input?.value && !isPriceShown.current) input.value = input.valueAsNumber.toFixed(2);
    isPriceShown.current = true;
  }

  const { submit, refusal, setRefusal } = useSubmit(form, FIELDS, (values, idempotencyKey) => {
    const typed = Object.entries(values).filter(([field]) => dirtyFields[field as keyof NewProduct]);
    return onSubmit(Object.fromEntries(typed), idempotencyKey);
  });

  return (
    <form noValidate onSubmit={submit} className="sheet grid max-w-3xl gap-4 p-6 sm:grid-cols-3">
      <TextField label="Name" error={errors.name?.message} className="sm:col-span-3" {...name} dir="auto" />
      <ImageField
        image={image.value}
        inputRef={image.ref}
        error={errors.image?.message}
        onUploaded={(url) => setValue('image', url, { shouldValidate: true, shouldDirty: true })}
        onSessionEnded={() => setRefusal({ message: 'Your session has ended.', signedOut: true })}
        className="sm:col-span-3"
      />
      <Field label="Short details" error={errors.shortDetails?.message} className="sm:col-span-3">
        {(control) => <textarea {...control} {...shortDetails} dir="auto" rows={3} className="textarea" />}
      </Field>
      <TextField
        label="SKU"
        error={errors.sku?.message}
        hint="Your number for it; one is made if you leave it empty"
        {...sku}
      />
      <TextField label="Maker" error={errors.maker?.message} {...maker} dir="auto" />
      <TextField label="Maker's number" error={errors.mpn?.message} {...mpn} />
      <CountField
        label="Min. quantity"
        error={errors.minOrder?.message}
        hint={`Orders start at ${MIN_ORDER} pieces in any case`}
        {...minOrder}
      />
      <CountField label="Available quantity" error={errors.available?.message} {...available} />
      <PriceField
        label="Price"
        error={errors.price?.message}
        hint="Dollars per unit, at the minimum"
        step="0.01"
        {...price}
        ref={showPrice}
      />
      <CountField
        label="Multiple"
        error={errors.multiple?.message}
        hint="Orders are multiples of it"
        {...multiple}
      />
      <CountField
        label="Lead time"
        error={errors.leadDays?.message}
        hint="Days until it ships"
        {...leadDays}
      />
      <PriceBreaksField control={control} register={register} errors={errors} />
      <div className="sm:col-span-3">
        <ActionButton type="submit" className="btn btn-primary" busy={isSubmitting}>
          {action}
        </ActionButton>
        <FormProblem problem={refusal} />
      </div>
    </form>
  );
}
