import { useId } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { withPaths } from '#contract/categories/category-tree.ts';
import type { Category } from '#contract/categories/schema.ts';
import { LIFECYCLE_MEANINGS } from '#contract/products/facts-words.ts';
import { LIFECYCLES } from '#contract/products/product-facts.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { Suggestions } from './attribute-fields.tsx';
import { FormSection } from './form-section.tsx';
import { LABELS } from './labels.ts';
import type { ProductValues } from './values.ts';

interface Props {
  categories: Category[];
  /** Makers that other products have. */
  makers: string[];
  isNew: boolean;
  register: UseFormRegister<ProductValues>;
  errors: FieldErrors<ProductValues>;
}

/** What a product is: its name, numbers and category. */
export function IdentitySection({ categories, makers, isNew, register, errors }: Props) {
  const list = useId();
  const options = withPaths(categories);
  return (
    <FormSection id="what-it-is">
      <TextField label={LABELS.name} error={errors.name?.message} {...register('name')} dir="auto" />
      <TextArea
        label={LABELS.shortDetails}
        error={errors.shortDetails?.message}
        {...register('shortDetails')}
        dir="auto"
        rows={3}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label={LABELS.sku}
          error={errors.sku?.message}
          hint={isNew ? 'Leave empty to generate one' : 'Your number for it'}
          {...register('sku')}
        />
        <TextField
          label={LABELS.maker}
          error={errors.maker?.message}
          {...register('maker')}
          list={list}
          dir="auto"
        />
        <Suggestions id={list} values={makers} />
        <TextField label={LABELS.mpn} error={errors.mpn?.message} {...register('mpn')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label={LABELS.ean}
          error={errors.ean?.message}
          hint="The number of its bar code"
          inputMode="numeric"
          {...register('ean')}
        />
        <SelectField
          label={LABELS.category}
          error={errors.category?.message}
          {...register('category')}
          options={options.map(({ slug, path }) => [slug, path])}
        >
          <option value="">None</option>
        </SelectField>
        <SelectField
          label={LABELS.lifecycle}
          error={errors.lifecycle?.message}
          {...register('lifecycle')}
          options={LIFECYCLES.map((one) => [one, LIFECYCLE_MEANINGS[one]])}
        />
      </div>
    </FormSection>
  );
}
