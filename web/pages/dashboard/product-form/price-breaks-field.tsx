import { useRef } from 'react';
import { type Control, type FieldErrors, type UseFormRegister, useFieldArray } from 'react-hook-form';
import { MOST_BREAKS } from '#contract/products/price-breaks.ts';
import type { NewProduct } from '#contract/products/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { CountField, NumberField } from '../../../ui/number-field.tsx';
import { TrashIcon } from '../icons.tsx';
import type { ProductValues } from './values.ts';

interface Props {
  control: Control<ProductValues, unknown, NewProduct>;
  register: UseFormRegister<ProductValues>;
  errors: FieldErrors<ProductValues>;
  /** Shown, and not to be changed. */
  isFixed: boolean;
}

/** The price breaks of a product: from how many pieces on, a piece costs how much. */
export function PriceBreaksField({ control, register, errors, isFixed }: Props) {
  const { fields, append, remove } = useFieldArray({ name: 'priceBreaks', control });
  const wrong = errors.priceBreaks;
  /** The focus goes here from a removed row. */
  const add = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className="grid gap-3" aria-describedby="price-breaks-error">
      <legend className="mb-1.5 font-medium text-sm">Price breaks</legend>
      {fields.map(({ id }, n) => (
        <div
          key={id}
          className="grid grid-cols-[1fr_1fr_auto] items-start gap-4 sm:grid-cols-[10rem_10rem_auto]"
        >
          <CountField
            label="From pieces"
            error={wrong?.[n]?.from?.message}
            readOnly={isFixed}
            {...register(`priceBreaks.${n}.from`, { deps: 'priceBreaks' })}
          />
          <NumberField
            label="Unit price"
            error={wrong?.[n]?.price?.message}
            readOnly={isFixed}
            {...register(`priceBreaks.${n}.price`, { deps: 'priceBreaks' })}
          />
          {!isFixed && (
            <Button
              kind="ghost"
              className="btn-square mt-6.5 justify-self-start"
              aria-label={`Remove price break ${n + 1}`}
              title="Remove"
              onClick={() => {
                remove(n);
                add.current?.focus();
              }}
            >
              <TrashIcon />
            </Button>
          )}
        </div>
      ))}
      <p id="price-breaks-error" role="status" className="text-error text-sm empty:hidden">
        {wrong?.root?.message ?? wrong?.message}
      </p>
      {isFixed ? (
        <p className="text-muted text-xs">Set by admins</p>
      ) : (
        <div>
          <button
            ref={add}
            type="button"
            className="btn btn-quiet btn-sm"
            disabled={fields.length >= MOST_BREAKS}
            onClick={() => append({ from: '', price: '' })}
          >
            Add a price break
          </button>
        </div>
      )}
    </fieldset>
  );
}
