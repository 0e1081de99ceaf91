import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../ui/field.tsx';
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
    <Field {...field}>
      {(control) => (
        <select {...control} {...registration} className="select">
          <option value="">Choose a cost center</option>
          {options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
