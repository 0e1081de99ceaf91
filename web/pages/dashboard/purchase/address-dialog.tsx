import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { PurchaseDetail } from '#contract/purchases.ts';
import { changed } from '../../../changed.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AddressFields } from '../../../ui/address/address-fields.tsx';
import {
  ADDRESS_FIELDS,
  type AddressValues,
  addressResolver,
  NO_ADDRESS,
  toShipTo,
  toValues,
} from '../../../ui/address/address-values.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';

interface Props {
  purchase: PurchaseDetail;
  onClose: () => void;
}

/** Changes where a purchase goes, before anything of it is shipped. What was typed stays when it is refused. */
export function AddressDialog({ purchase, onClose }: Props) {
  const { _id: id, number, shipTo, shippingAdd, name, phone } = purchase;
  const dialog = useModal();
  const heading = useId();
  const client = useQueryClient();
  const form = useForm<AddressValues>({
    defaultValues: shipTo ? toValues(shipTo) : { ...NO_ADDRESS, name, phone },
    resolver: addressResolver,
  });
  const { register, formState } = form;
  const { submit, refusal } = useSubmit(form, ADDRESS_FIELDS, async (values) => {
    try {
      await callAsUser('changeShipTo', { params: { id }, body: { shipTo: toShipTo(values) } });
    } finally {
      // After a refusal, too: something may have been shipped meanwhile.
      changed(client, 'purchase');
    }
    toast.success('The address is changed');
    dialog.current?.close();
  });
  return (
    <dialog ref={dialog} className="panel panel-wide" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading} className="text-lg">
        Change the address of {number}
      </h2>
      <p className="mt-2 text-muted text-sm">
        The history keeps the address of before. The invoice keeps the one that it was issued with.
      </p>
      {!shipTo && shippingAdd && (
        <p dir="auto" className="mt-2 whitespace-pre-line text-sm">
          {shippingAdd}
        </p>
      )}
      <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
        <AddressFields register={register} errors={formState.errors} />
        <FormProblem problem={refusal} attempt={formState.submitCount} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <ActionButton type="submit" className="btn btn-primary" busy={formState.isSubmitting}>
            Change the address
          </ActionButton>
        </div>
      </form>
    </dialog>
  );
}
