import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import {
  type FieldErrors,
  type UseFormRegister,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form';
import { Link } from 'react-router';
import { addressLines } from '#contract/address-book/address-lines.ts';
import type { Address } from '#contract/address-book/schema.ts';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import type { CompanyRules } from '#contract/companies/rules.ts';
import {
  addressBook,
  firstBilling,
  firstChoice,
  forGoods,
  forInvoices,
  lastBilling,
  lastDelivery,
  lastUsed,
} from '../../addresses.ts';
import { useUser } from '../../session.tsx';
import { AddressFields } from '../../ui/address/address-fields.tsx';
import { AddressText } from '../../ui/address/address-text.tsx';
import { addressTrouble } from '../../ui/address/address-trouble.ts';
import { type AddressValues, toValues } from '../../ui/address/address-values.ts';
import { cannotPrint } from '../../ui/cannot-print.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { type CheckoutValues, NEW, newAddressHint, OWN } from './values.ts';

/** The addresses that orders can go to, and where the last purchase went, which is nothing for a first one. */
export function useBook() {
  const { email } = useUser();
  const book = useQuery({ ...addressBook(email), select: forGoods });
  const last = useQuery(lastDelivery(email));
  return { book, last: last.data ?? null, isKnown: book.data !== undefined && !last.isPending };
}

/** The addresses that the invoice can name. */
export function useBilling() {
  return useQuery({ ...addressBook(useUser().email), select: forInvoices });
}

interface Props {
  form: UseFormReturn<CheckoutValues>;
}

/** Where the purchase goes: an address of the book, or a new one where the company's rules allow it. */
export function AddressChoice({ form, rules }: Props & { rules: CompanyRules }) {
  const { name } = useUser();
  const { book, last, isKnown } = useBook();
  const { register, watch, getValues, setValue } = form;
  const chosen = watch('addressId');
  const addresses = book.data;
  const isBookOnly = rules.addressesFromBook === true;

  useEffect(() => {
    if (!isKnown || !addresses) return;
    const { addressId } = getValues();
    // What was chosen and is gone is chosen again by the buyer: another address would get the goods.
    if (addressId === NEW ? !isBookOnly : addressId !== '' && addresses.length > 0) return;
    const first = firstChoice(addresses, last);
    setValue('addressId', first?._id ?? (isBookOnly ? '' : NEW));
    if (first || getValues('address.name') !== '') return;
    setValue('address', last ? toValues(last) : { ...getValues('address'), name });
  }, [isKnown, addresses, isBookOnly, last, name, getValues, setValue]);

  return (
    <fieldset className="sheet checkout-part">
      <legend className="checkout-legend">Ship to</legend>
      <Loaded query={book} what="your addresses">
        {(addresses) => (
          <>
            {addresses.length > 0 && (
              <div key={idsOf(addresses)} className="address-options">
                {addresses.map((address) => (
                  <AddressOption
                    key={address._id}
                    address={address}
                    isLast={lastUsed(addresses, last) === address}
                    radio={register('addressId')}
                  />
                ))}
                {!isBookOnly && (
                  <label className="address-option">
                    <input type="radio" value={NEW} {...register('addressId')} className="radio radio-sm" />
                    <span className="font-medium text-sm">Another address</span>
                  </label>
                )}
              </div>
            )}
            <Trouble chosen={chosen} addresses={addresses} />
            {isBookOnly && <p className="text-muted text-sm">{newAddressHint(rules)}</p>}
            {chosen === NEW && !isBookOnly && (
              <NewAddress
                form={form}
                hint={newAddressHint(rules)}
                isFirst={addresses.length === 0}
                last={last}
              />
            )}
            {addresses.length > 0 && (
              <Link to="/dashboard/addresses" className="text-link text-sm">
                Change your addresses
              </Link>
            )}
          </>
        )}
      </Loaded>
    </fieldset>
  );
}

/** The key of radio buttons of addresses: the form would still read the chosen one of those that are gone, so all are made anew. */
export const idsOf = (addresses: readonly Address[]) => addresses.map(({ _id }) => _id).join();

/** Whom the invoice names. Buyers without a billing address in their book are not asked. */
export function InvoiceTo({ form: { register, watch, setValue } }: Props) {
  const { buyerId, email } = useUser();
  const addresses = useBilling().data;
  const last = useQuery(lastBilling(email));
  const chosen = watch('billToId');

  const isOpen = chosen === '' && !last.isPending;
  useEffect(() => {
    if (!isOpen || !addresses?.length) return;
    const first = firstBilling(addresses, last.data ?? null, buyerId !== undefined);
    setValue('billToId', first?._id ?? OWN);
  }, [isOpen, addresses, last.data, buyerId, setValue]);

  // Nothing is chosen in its place: the invoice would name somebody else.
  const isGone = chosen !== '' && chosen !== OWN && !addresses?.some(({ _id }) => _id === chosen);
  if (!addresses || (addresses.length === 0 && !isGone)) return null;
  return (
    <fieldset className="sheet checkout-part">
      <legend className="checkout-legend">Invoice to</legend>
      <p role="status" className="text-error text-sm empty:hidden">
        {isGone && 'The billing address that was chosen is not in the book any more. Choose again.'}
      </p>
      <BillingOptions
        addresses={addresses}
        own={buyerId ? 'Your company’s own address' : 'Your name, without an address'}
        radio={() => register('billToId')}
      />
    </fieldset>
  );
}

interface BillingProps {
  addresses: readonly Address[];
  /** What the invoice names without a billing address. */
  own: string;
  /** The attributes of the radio button of an address by its id, or of `own` by OWN. */
  radio: (id: string) => Radio;
}

/** The buyer's own address, and the billing addresses of a book, to be chosen. */
export function BillingOptions({ addresses, own, radio }: BillingProps) {
  return (
    <div key={idsOf(addresses)} className="address-options">
      <label className="address-option">
        <input type="radio" value={OWN} {...radio(OWN)} className="radio radio-sm" />
        <span className="font-medium text-sm">{own}</span>
      </label>
      {addresses.map((address) => (
        // The default is one for goods.
        <AddressOption
          key={address._id}
          address={{ ...address, isDefault: false }}
          radio={radio(address._id)}
        />
      ))}
    </div>
  );
}

type Radio = UseFormRegisterReturn | Pick<ComponentProps<'input'>, 'name' | 'checked' | 'onChange'>;

interface OptionProps {
  address: Address;
  isLast?: boolean;
  radio: Radio;
}

/** An address of a book, to be chosen. */
export function AddressOption({ address: { _id, shipTo, isDefault }, isLast, radio }: OptionProps) {
  const trouble = addressTrouble(shipTo);
  const note = cannotPrint([...addressLines(shipTo), shipTo.phone].join('\n'));
  return (
    <label className="address-option">
      <input type="radio" value={_id} {...radio} className="radio radio-sm" />
      <span className="grid gap-1">
        <AddressText shipTo={shipTo} />
        {trouble && <span className="text-error text-xs">{trouble}</span>}
        {note && <span className="font-medium text-xs">{note}</span>}
        <span className="flex flex-wrap gap-2 empty:hidden">
          {isDefault && <span className="badge badge-success badge-sm">Default</span>}
          {isLast && <span className="badge badge-sm">Last used</span>}
        </span>
      </span>
    </label>
  );
}

/** What to do about a chosen address that is refused as it is. What is typed at checkout is kept meanwhile. */
function Trouble({ chosen, addresses }: { chosen: string; addresses: readonly Address[] }) {
  const address = addresses.find(({ _id }) => _id === chosen);
  const isGone = chosen !== '' && chosen !== NEW && !address;
  const isRefused = address !== undefined && addressTrouble(address.shipTo) !== undefined;
  return (
    <p role="status" className="text-error text-sm empty:hidden">
      {isGone && 'The address that was chosen is not in the book any more. Choose again.'}
      {isRefused && (
        <>
          Nothing can be sent to the address that is chosen.{' '}
          <Link to={`/dashboard/addresses?edit=${address._id}`} className="text-link">
            Edit the address
          </Link>
        </>
      )}
    </p>
  );
}

interface NewAddressProps {
  form: UseFormReturn<CheckoutValues>;
  /** What the company's rules say of it. */
  hint: string | undefined;
  isFirst: boolean;
  last: ShipTo | null;
}

/** The fields of an address within the form of checkout. */
export function TypedAddress({ form: { register, control, formState } }: Props) {
  const values = useWatch({ control, name: 'address' });
  const ofAddress = ((field: keyof AddressValues) =>
    register(`address.${field}`)) as UseFormRegister<AddressValues>;
  const errors = (formState.errors.address ?? {}) as FieldErrors<AddressValues>;
  return <AddressFields register={ofAddress} errors={errors} values={values} />;
}

function NewAddress({ form, hint, isFirst, last }: NewAddressProps) {
  const { register } = form;
  return (
    <div className="grid gap-4">
      <p role="status" className="font-medium text-sm empty:hidden">
        {hint}
      </p>
      {isFirst && last && (
        <p className="text-muted text-sm">From your last order. Check that it is complete.</p>
      )}
      <TypedAddress form={form} />
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" {...register('keep')} className="h-4 w-4 accent-primary" />
        Save to my addresses
      </label>
    </div>
  );
}
