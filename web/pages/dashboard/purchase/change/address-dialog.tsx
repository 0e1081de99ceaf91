import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { addressText, type PurchaseDetail } from '#contract/purchases/schema.ts';
import { ApiProblem } from '../../../../api-problem.ts';
import { purchase as purchaseQuery } from '../../../../buyer-queries.ts';
import { changed } from '../../../../changed.ts';
import { SubmitButton } from '../../../../ui/action-button.tsx';
import { AddressFields } from '../../../../ui/address/address-fields.tsx';
import {
  ADDRESS_FIELDS,
  type AddressValues,
  addressResolver,
  NO_ADDRESS,
  toShipTo,
  toValues,
} from '../../../../ui/address/address-values.ts';
import { Button } from '../../../../ui/button.tsx';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useModal } from '../../../../ui/use-modal.ts';
import { useSubmit } from '../../../../ui/use-submit.ts';
import { callAsUser } from '../../../../user-calls.ts';
import { t } from './words.ts';

interface Props {
  purchase: PurchaseDetail;
  onClose: () => void;
}

/**
 * Changes where a purchase goes, before anything of it is shipped. What was typed stays when it is refused; when somebody else was faster,
 * their address is shown, and fields that were not touched have theirs.
 */
export function AddressDialog({ purchase, onClose }: Props) {
  const { _id: id, number } = purchase;
  const dialog = useModal();
  const client = useQueryClient();
  // Not what the page behind has read since: only who has seen an address may replace it.
  const [seen, setSeen] = useState({ purchase, isAnothers: false });
  const { shipTo, shippingAdd, phone } = seen.purchase;
  const form = useForm<AddressValues>({
    defaultValues: valuesOf(purchase),
    resolver: addressResolver,
  });
  const { register, control, formState } = form;
  const values = useWatch({ control }) as AddressValues;
  async function readAnew() {
    const fresh = await client.fetchQuery({ ...purchaseQuery(id), staleTime: 0 });
    const [typed, before, after] = [form.getValues(), valuesOf(seen.purchase), valuesOf(fresh)];
    for (const field of ADDRESS_FIELDS)
      if (typed[field] === before[field]) form.setValue(field, after[field]);
    setSeen({ purchase: fresh, isAnothers: true });
  }
  const { submit, refusal } = useSubmit(form, ADDRESS_FIELDS, async (values) => {
    try {
      const body = { shipTo: toShipTo(values), before: addressText(shippingAdd, phone) };
      await callAsUser('changeShipTo', { params: { id }, body });
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'address_changed') await readAnew();
      throw error;
    } finally {
      // After a refusal, too: something may have been shipped or changed meanwhile.
      changed(client, 'purchase');
    }
    toast.success(t('address.changed'));
    dialog.current?.close();
  });
  return (
    <Panel dialog={dialog} title={t('address.title', { number })} className="panel-wide" onClose={onClose}>
      <p className="mt-2 text-muted text-sm">{t('address.kept')}</p>
      {!shipTo && shippingAdd && <p className="own-lines mt-2 text-sm">{shippingAdd}</p>}
      <form method="post" noValidate onSubmit={submit} className="mt-4 grid gap-4">
        <AddressFields register={register} errors={formState.errors} values={values} />
        <FormProblem problem={refusal} attempt={formState.submitCount} />
        {seen.isAnothers && (
          <p className="own-lines text-sm">
            {t('address.now', { address: addressText(shippingAdd, phone) })}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={() => dialog.current?.close()}>{t('address.cancel')}</Button>
          <SubmitButton busy={formState.isSubmitting}>{t('address.action')}</SubmitButton>
        </div>
      </form>
    </Panel>
  );
}

function valuesOf({ shipTo, name, phone }: PurchaseDetail): AddressValues {
  return shipTo ? toValues(shipTo) : { ...NO_ADDRESS, name, phone };
}
