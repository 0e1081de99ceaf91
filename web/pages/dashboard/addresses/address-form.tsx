import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Resolver, type UseFormRegister, useForm, useWatch } from 'react-hook-form';
import { addressLines } from '#contract/address-book/address-lines.ts';
import type { Address } from '#contract/address-book/schema.ts';
import { SubmitButton } from '../../../ui/action-button.tsx';
import { AddressFields } from '../../../ui/address/address-fields.tsx';
import { addressTrouble } from '../../../ui/address/address-trouble.ts';
import {
  ADDRESS_FIELDS,
  type AddressValues,
  addressResolver,
  NO_ADDRESS,
  toShipTo,
  toValues,
} from '../../../ui/address/address-values.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';
import { t } from './words.ts';

interface FormProps {
  /** The address to change; without it one is added. */
  address?: Address;
  onDone: () => void;
}

type FormValues = AddressValues & Pick<Address, 'use'>;

/** Adds an address, or changes one. */
export function AddressForm({ address, onDone }: FormProps) {
  const client = useQueryClient();
  const form = useForm<FormValues>({
    defaultValues: { ...(address ? toValues(address.shipTo) : NO_ADDRESS), use: address?.use ?? 'ship' },
    resolver: addressResolver as unknown as Resolver<FormValues>,
  });
  const { register, control, formState, setFocus, trigger } = form;
  const typed = useWatch({ control }) as FormValues;
  const { submit, refusal } = useSubmit(form, ADDRESS_FIELDS, async ({ use, ...values }, idempotencyKey) => {
    const body = { shipTo: toShipTo(values), use };
    if (address) await callAsUser('changeAddress', { params: { id: address._id }, body });
    else await callAsUser('addAddress', { body }, { idempotencyKey });
    await client.invalidateQueries({ queryKey: ['addresses'] });
    onDone();
  });
  useEffect(() => {
    // An address that is older than a rule says at its fields what is wrong, with the focus there.
    if (address && addressTrouble(address.shipTo)) void trigger(undefined, { shouldFocus: true });
    else setFocus('name');
  }, [address, setFocus, trigger]);

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="sheet mb-4 grid gap-4 p-5"
      aria-label={address ? t('edit.of', { address: nameOf(address) }) : t('new')}
    >
      <AddressFields
        register={register as unknown as UseFormRegister<AddressValues>}
        errors={formState.errors}
        values={typed}
      />
      <SelectField
        label={t('use')}
        hint={USES[typed.use].hint}
        className="max-w-sm"
        {...register('use')}
        options={Object.entries(USES).map(([one, { label }]) => [one, label])}
      />
      <FormProblem problem={refusal} attempt={formState.submitCount} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={formState.isSubmitting}>{address ? t('save') : t('add.done')}</SubmitButton>
        <Button onClick={onDone}>{t('cancel')}</Button>
      </div>
    </form>
  );
}

/** What an address is for, and what follows from it. */
export const USES: Record<Address['use'], { label: string; hint?: string }> = {
  ship: { label: t('use.ship') },
  bill: { label: t('use.bill'), hint: t('use.bill.hint') },
  both: { label: t('use.both'), hint: t('use.both.hint') },
};

/** Names an address in a sentence. */
export function nameOf({ shipTo }: Address): string {
  return addressLines(shipTo).slice(0, -1).join(', ');
}
