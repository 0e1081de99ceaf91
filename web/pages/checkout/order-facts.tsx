import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { CompanyRules } from '#contract/companies/rules.ts';
import { cleanPo, poKey } from '#contract/purchases/po-number.ts';
import { useUser } from '../../session.tsx';
import { cannotPrint } from '../../ui/cannot-print.ts';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { callAsUser } from '../../user-calls.ts';
import { CostCentre } from './cost-centre.tsx';
import { type CheckoutValues, FACTS } from './values.ts';

/** Numbers of earlier purchases with a PO number, the newest first. */
const usesOfPo = (email: string, poNumber: string) =>
  queryOptions({
    queryKey: ['purchases', 'of PO', email, poKey(poNumber)],
    queryFn: async ({ signal }) => {
      const found = await callAsUser(
        'listPurchases',
        { query: { email, q: cleanPo(poNumber), limit: '20' } },
        { signal },
      );
      return found
        .filter((purchase) => poKey(purchase.poNumber ?? '') === poKey(poNumber))
        .map(({ number }) => number);
    },
    enabled: poNumber !== '',
    placeholderData: keepPreviousData,
  });

/** What stands below the field of the PO number, by the company's rule. */
const PO_HINTS = {
  optional: undefined,
  required: 'Your company asks for one with each order.',
  unique: 'Your company asks for a different one for each order.',
};

interface Props {
  form: UseFormReturn<CheckoutValues>;
  rules: CompanyRules;
}

/** Fields for the buyer's own numbers and the delivery. */
export function OrderFacts({ form, rules: { poNumber: rule, costCentres } }: Props) {
  const { register, control, getValues, formState } = form;
  const { errors } = formState;
  const typed = useWatch({ control, name: FACTS });
  const told = (field: (typeof FACTS)[number]) => ({
    error: errors[field]?.message,
    note: cannotPrint(typed[FACTS.indexOf(field)]),
  });
  const { email } = useUser();
  /** The PO number that was typed last, once the buyer has left the field. */
  const [poNumber, setPoNumber] = useState(() => getValues('poNumber').trim());
  const { data: uses } = useQuery(usesOfPo(email, poNumber));
  const [latest, ...others] = (poNumber && uses) || [];
  return (
    <fieldset className="sheet checkout-part">
      <legend className="checkout-legend">Your order</legend>
      <div className="address-fields">
        <TextField
          label={rule === 'optional' ? 'PO number (optional)' : 'PO number'}
          {...told('poNumber')}
          autoComplete="off"
          hint={
            latest
              ? `You used this PO number on ${latest}${others.length > 0 ? ` and ${others.length} more` : ''}. ${rule === 'unique' ? PO_HINTS.unique : 'You can use it again.'}`
              : PO_HINTS[rule]
          }
          {...register('poNumber', {
            onBlur: () => setPoNumber(getValues('poNumber').trim()),
          })}
        />
        <CostCentre
          label={costCentres.length > 0 ? 'Cost center' : 'Cost center (optional)'}
          {...told('costCentre')}
          centres={costCentres}
          value={typed[FACTS.indexOf('costCentre')] ?? ''}
          registration={register('costCentre')}
        />
        <TextField
          label="Delivery instructions (optional)"
          {...told('deliveryWish')}
          autoComplete="off"
          hint="Such as a date, or all at once"
          className="address-wide"
          {...register('deliveryWish')}
        />
        <TextArea
          label="Order notes (optional)"
          {...told('note')}
          className="address-wide"
          {...register('note')}
          rows={2}
          inputClass="min-h-10"
        />
      </div>
    </fieldset>
  );
}
