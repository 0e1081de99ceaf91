import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { type CarriedBy, CarriedBySchema, type Shipment } from '#contract/shipping/schema.ts';
import { changed } from '../../../changed.ts';
import { AskDialog } from '../../../ui/ask-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { resolverOf } from '../../../ui/form-resolver.ts';
import { ReasonDialog } from '../../../ui/reason-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import { callAsUser } from '../../../user-calls.ts';
import { CarrierFields } from './carrier-fields.tsx';

interface Props {
  shipment: Shipment;
  purchase: PurchaseDetail;
}

/** What staff can still do about a shipment: correct its tracking, or cancel it before it has left. */
export function ShipmentActions({ shipment, purchase }: Props) {
  const [open, setOpen] = useState<'tracking' | 'cancel'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <button type="button" className="btn btn-quiet btn-sm" onClick={() => setOpen('tracking')}>
        Correct the tracking
      </button>
      {purchase.state === 'paid' && (
        <button type="button" className="btn btn-quiet btn-sm" onClick={() => setOpen('cancel')}>
          Cancel the shipment
        </button>
      )}
      {open === 'tracking' && <TrackingDialog shipment={shipment} onClose={close} />}
      {open === 'cancel' && <CancelDialog shipment={shipment} purchase={purchase} onClose={close} />}
    </>
  );
}

function TrackingDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const client = useQueryClient();
  const dialog = useModal();
  const { carrier = '', tracking = '' } = shipment;
  const form = useForm<CarriedBy>({
    resolver: resolverOf(CarriedBySchema) as never,
    defaultValues: { carrier, tracking },
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const { submit, refusal } = useSubmit(form, ['carrier', 'tracking'], async (body) => {
    try {
      await callAsUser('changeShipment', { params: { id: shipment._id }, body });
    } finally {
      changed(client, 'purchase');
    }
    toast.success('Corrected, and told to the buyer');
    dialog.current?.close();
  });
  return (
    <AskDialog
      dialog={dialog}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      title="Correct the tracking"
      action="Correct it"
      fields={
        <>
          <CarrierFields
            carrier={{ ...form.register('carrier'), error: errors.carrier?.message }}
            tracking={{ ...form.register('tracking'), error: errors.tracking?.message }}
          />
          <FormProblem problem={refusal} attempt={submitCount} />
        </>
      }
    >
      The buyer gets an email with what you enter.
    </AskDialog>
  );
}

function CancelDialog({ shipment, purchase, onClose }: Props & { onClose: () => void }) {
  const client = useQueryClient();
  async function send(why: string) {
    try {
      await callAsUser('cancelShipment', { params: { id: shipment._id }, body: { why } });
    } finally {
      changed(client, 'purchase');
    }
    toast.success('Canceled, and told to the buyer');
  }
  return (
    <ReasonDialog
      title="Cancel this shipment?"
      action="Cancel the shipment"
      warns
      hint={`${purchase.name} gets it by email and reads it in the history of the order.`}
      send={send}
      onClose={onClose}
    >
      Only if it has not left. Its pieces are to be shipped again, and its number stays.
    </ReasonDialog>
  );
}
