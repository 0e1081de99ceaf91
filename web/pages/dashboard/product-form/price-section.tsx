import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form';
import { smallestOrder } from '#contract/products/minimum.ts';
import type { NewProduct } from '#contract/products/schema.ts';
import { CountField, NumberField } from '../../../ui/number-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useCan } from '../role.ts';
import { FormSection } from './form-section.tsx';
import { LABELS } from './labels.ts';
import { PriceBreaksField } from './price-breaks-field.tsx';
import type { ProductValues } from './values.ts';

interface Props {
  control: Control<ProductValues, unknown, NewProduct>;
  register: UseFormRegister<ProductValues>;
  errors: FieldErrors<ProductValues>;
}

/** What a product costs, in which quantities it is sold, and how much there is. */
export function PriceSection({ control, register, errors }: Props) {
  const mayPrice = useCan()('product.price');
  return (
    <FormSection id="price-and-stock">
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          label={LABELS.price}
          error={errors.price?.message}
          hint={mayPrice ? 'Dollars per unit, at the minimum' : 'Set by admins'}
          readOnly={!mayPrice}
          {...register('price', { deps: 'priceBreaks' })}
        />
        <CountField
          label={LABELS.minOrder}
          error={errors.minOrder?.message}
          hint={`Orders start at ${smallestOrder()} pieces in any case`}
          {...register('minOrder', { deps: ['price', 'priceBreaks'] })}
        />
        <CountField
          label={LABELS.multiple}
          error={errors.multiple?.message}
          hint="Orders are multiples of it"
          {...register('multiple', { deps: ['price', 'priceBreaks'] })}
        />
        <CountField label={LABELS.available} error={errors.available?.message} {...register('available')} />
        <CountField
          label={LABELS.leadDays}
          error={errors.leadDays?.message}
          hint="Days until it ships"
          {...register('leadDays')}
        />
        <NumberField
          label={LABELS.weightGrams}
          error={errors.weightGrams?.message}
          hint="Grams a piece"
          {...register('weightGrams')}
        />
        <TextField
          label="Packed in"
          error={errors.package?.name?.message}
          hint="Such as tray, reel or box"
          {...register('package.name')}
          dir="auto"
        />
        <CountField
          label="Pieces in a package"
          error={errors.package?.pieces?.message}
          {...register('package.pieces')}
        />
        <CountField
          label={LABELS.reorderPoint}
          error={errors.reorderPoint?.message}
          hint="It runs out below so many pieces, on sale and expected"
          {...register('reorderPoint')}
        />
        <TextField
          label={LABELS.bin}
          error={errors.bin?.message}
          hint="Where it is in the warehouse"
          {...register('bin')}
        />
      </div>
      <PriceBreaksField control={control} register={register} errors={errors} isFixed={!mayPrice} />
    </FormSection>
  );
}
