/** The fields of an order that staff place for a buyer: where it goes, whom the invoice names, and what the buyer's books want. */
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { forGoods, forInvoices } from '../../../addresses.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { AddressOption, BillingOptions, idsOf, TypedAddress } from '../../checkout/address-choice.tsx';
import { CostCentre } from '../../checkout/cost-centre.tsx';
import { type CheckoutValues, NEW, OWN } from '../../checkout/values.ts';
import { type Buyer, goneFrom } from './buyer.ts';
import type { OrderValues } from './draft.ts';
import { t } from './words.ts';

interface PartProps {
  buyer: Buyer;
  form: UseFormReturn<OrderValues>;
}

/** Where it goes: an address of the buyer's book, or one that is typed where the company's rules allow it. */
export function ShipTo({ buyer, form, chosen }: PartProps & { chosen: OrderValues }) {
  const ofCheckout = form as unknown as UseFormReturn<CheckoutValues>;
  const places = forGoods(buyer.book);
  const isGone = goneFrom(buyer, chosen) === 'addressId';
  return (
    <fieldset className="sheet checkout-part">
      <legend className="checkout-legend">{t('shipTo')}</legend>
      <p role="status" className="text-error text-sm empty:hidden">
        {isGone && t('address.gone')}
        {chosen.addressId === '' && t('address.none')}
      </p>
      {(places.length > 0 || isGone) && (
        <div key={idsOf(places)} className="address-options">
          {places.map((address) => (
            <AddressOption key={address._id} address={address} radio={form.register('addressId')} />
          ))}
          {!buyer.rules.addressesFromBook && (
            <label className="address-option">
              <input type="radio" value={NEW} {...form.register('addressId')} className="radio radio-sm" />
              <span className="font-medium text-sm">{t('address.other')}</span>
            </label>
          )}
        </div>
      )}
      {chosen.addressId === NEW && <TypedAddress form={ofCheckout} />}
    </fieldset>
  );
}

/** Whom the invoice names, where the book has billing addresses. */
export function InvoiceTo({ buyer, form: { register }, chosen }: PartProps & { chosen: OrderValues }) {
  const addresses = forInvoices(buyer.book);
  if (addresses.length === 0 && chosen.billToId === OWN) return null;
  return (
    <fieldset className="sheet checkout-part">
      <legend className="checkout-legend">{t('invoiceTo')}</legend>
      <p role="status" className="text-error text-sm empty:hidden">
        {goneFrom(buyer, { ...chosen, addressId: NEW }) && t('invoiceTo.gone')}
      </p>
      <BillingOptions
        addresses={addresses}
        own={buyer.contacts.length > 0 ? t('invoiceTo.company') : t('invoiceTo.person')}
        radio={() => register('billToId')}
      />
    </fieldset>
  );
}

const PO_HINTS = { optional: undefined, required: t('po.hint'), unique: t('po.hint.unique') };

/** Who orders, and what the buyer's books want of the order. */
export function Facts({ buyer: { contacts, rules }, form: { register, formState, control } }: PartProps) {
  const { errors } = formState;
  const [chosen, costCentre] = useWatch({ control, name: ['contactId', 'costCentre'] });
  const contact = contacts.find(({ userId }) => userId === chosen);
  const mustHavePo = rules.poNumber !== 'optional';
  // Before the others, as the first wrong field in this order gets the focus.
  const ofContact = register('contactId');
  return (
    <fieldset className="sheet checkout-part">
      <legend className="checkout-legend">{t('facts')}</legend>
      <div className="address-fields">
        {contacts.length > 0 && (
          <SelectField
            label={t('contact')}
            hint={contact && t('contact.hint', { email: contact.email })}
            error={errors.contactId?.message}
            className="address-wide"
            {...ofContact}
            options={contacts.map(({ userId, name, email }) => [userId, name || email])}
          >
            {contacts.length > 1 && <option value="">{t('contact.choose')}</option>}
          </SelectField>
        )}
        <TextField
          label={mustHavePo ? t('po') : t('po.optional')}
          hint={PO_HINTS[rules.poNumber]}
          error={errors.poNumber?.message}
          autoComplete="off"
          {...register('poNumber')}
        />
        <CostCentre
          label={rules.costCentres.length > 0 ? t('costCentre') : t('costCentre.optional')}
          error={errors.costCentre?.message}
          centres={rules.costCentres}
          value={costCentre}
          registration={register('costCentre')}
        />
        <TextField
          label={t('delivery.optional')}
          error={errors.deliveryWish?.message}
          autoComplete="off"
          className="address-wide"
          {...register('deliveryWish')}
        />
        <TextArea
          label={t('note')}
          error={errors.note?.message}
          className="address-wide"
          {...register('note')}
          rows={2}
          inputClass="min-h-10"
        />
      </div>
    </fieldset>
  );
}
