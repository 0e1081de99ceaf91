import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface Props extends Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'note'> {
  /** Those of the company; none where it takes any. */
  centres: readonly string[];
  /** What the field has now. */
  value: string;
  registration: UseFormRegisterReturn;
}

/** The cost center of an order: one of the company's, or any text. One that the company has no more stays to be seen. */
export function CostCentre({ centres, value, registration, ...field }: Props) {
  if (centres.length === 0) return <TextField {...field} autoComplete="off" {...registration} />;
  const options = value === '' || centres.includes(value) ? centres : [value, ...centres];
  return (
    <SelectField {...field} {...registration} options={options.map((one) => [one, one])}>
      <option value="">Choose a cost center</option>
    </SelectField>
  );
}
