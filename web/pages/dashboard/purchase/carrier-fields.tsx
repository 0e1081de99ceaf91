import { type ComponentProps, useId } from 'react';
import { LONGEST_OF_SHIPMENT } from '#contract/purchases/limits.ts';
import { carriers } from '../../../../content/carriers.ts';
import { TextField } from '../../../ui/text-field.tsx';

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>;

/** Who carries a shipment, with the carriers that the shop knows, and by which number. */
export function CarrierFields({ carrier, tracking }: { carrier: FieldProps; tracking: FieldProps }) {
  const list = useId();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Carrier (optional)"
        name="carrier"
        list={list}
        maxLength={LONGEST_OF_SHIPMENT.carrier}
        {...carrier}
      />
      <TextField
        label="Tracking number (optional)"
        name="tracking"
        maxLength={LONGEST_OF_SHIPMENT.tracking}
        {...tracking}
      />
      <datalist id={list}>
        {carriers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
