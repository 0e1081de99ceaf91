import { useRef } from 'react';
import { type Control, type FieldErrors, type UseFormRegister, useFieldArray } from 'react-hook-form';
import type { PriceBreak } from '#contract/price.ts';
import { MOST_BREAKS } from '#contract/price-breaks.ts';
import type { NewProduct } from '#contract/products.ts';
import { asCount } from '../../ui/as-count.ts';
import { TrashIcon } from '../../ui/icons.tsx';
import { CountField, PriceField } from './number-field.tsx';

interface Props {
  control: Control<NewProduct>;
  register: UseFormRegister<NewProduct>;
  errors: FieldErrors<NewProduct>;
}

/** The price breaks of a product: from how many pieces on, a piece costs how much. */
export function PriceBreaksField({ control, register, errors }: Props) {
  const { fields, append, remove } = useFieldArray({ name: 'priceBreaks', control });
  const wrong = errors.priceBreaks;
  /** The focus goes here from a removed row. */
  const add = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className="grid gap-3 sm:col-span-3" aria-describedby="price-breaks-error">
      <legend className="mb-1.5 font-medium text-sm">Price breaks</legend>
      {fields.map(({ id }, n) => (
        <div
          key={id}
          className="grid grid-cols-[1fr_1fr_auto] items-start gap-4 sm:grid-cols-[10rem_10rem_auto]"
        >
          <CountField
            label="From pieces"
            error={wrong?.[n]?.from?.message}
            {...register(`priceBreaks.${n}.from`, asCount)}
          />
          <PriceField
            label="Unit price"
            step="any"
            error={wrong?.[n]?.price?.message}
            {...register(`priceBreaks.${n}.price`, { valueAsNumber: true })}
          />
          <button
            type="button"
            className="btn btn-ghost btn-square mt-6.5 justify-self-start"
            aria-label={`Remove price break ${n + 1}`}
            title="Remove"
            onClick={() => {
              remove(n);
              add.current?.focus();
            }}
          >
            <TrashIcon />
          </button>
        </div>
      ))}
      <p id="price-breaks-error" role="status" className="text-error text-sm empty:hidden">
        {wrong?.root?.message ?? wrong?.message}
      </p>
      <div>
        <button
          ref={add}
          type="button"
          className="btn btn-quiet btn-sm"
          disabled={fields.length >= MOST_BREAKS}
          // Empty fields, which the schema then refuses.
          onClick={() => append({} as PriceBreak)}
        >
          Add a price break
        </button>
      </div>
    </fieldset>
  );
}
