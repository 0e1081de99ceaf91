import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Address } from '#contract/address-book/schema.ts';
import { lookAtAddresses } from '#contract/companies/rules.ts';
import type { PageHandle } from '#contract/pages.ts';
import { addressBook, lastDelivery, lastUsed } from '../../../addresses.ts';
import { useActingCompany } from '../../../companies.ts';
import { useCompanyRules } from '../../../company-rules.ts';
import { useUser } from '../../../session.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AddressText } from '../../../ui/address/address-text.tsx';
import { addressTrouble } from '../../../ui/address/address-trouble.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { refusalOf } from '../../../ui/submission.ts';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { callAsUser } from '../../../user-calls.ts';
import { AddressForm, nameOf, USES } from './address-form.tsx';
import { t } from './words.ts';

export const handle: PageHandle = { title: t('title'), shape: 'section' };

/** Whether the signed-in person may change the address book, and why not: that of a closed company stands above the page. */
function useMayChange(): { mayChange: boolean; why?: string } {
  const { buyerId } = useUser();
  const company = useActingCompany();
  const rules = useCompanyRules(buyerId);
  if (buyerId === undefined) return { mayChange: true };
  if (!company || company.state === 'closed') return { mayChange: false };
  const { rights = [] } = company;
  if (!rights.includes('address.manage')) return { mayChange: false, why: t('fixed.right') };
  const isForAdmins = lookAtAddresses(rules) && !rights.includes('members.manage');
  return isForAdmins ? { mayChange: false, why: t('fixed.rules') } : { mayChange: true };
}

/** The addresses of a buyer. */
export default function Addresses() {
  const { email } = useUser();
  const client = useQueryClient();
  const book = useQuery(addressBook(email));
  const last = useQuery(lastDelivery(email)).data ?? null;
  const { mayChange, why } = useMayChange();
  /** The address that is being edited; 'new' for one that is added. */
  const [editing, setEditing] = useState<Address | 'new'>();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  /** The address that checkout cannot use, which it names in its link. Both ends of its form lead back there. */
  const asked = mayChange ? book.data?.find(({ _id }) => _id === search.get('edit')) : undefined;
  const [deleted, setDeleted] = useState<Address>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const focusHeading = useFocusLater();

  /** Makes a change and reads the book again. Nothing else is begun meanwhile. */
  async function change(work: () => Promise<unknown>, done: () => void) {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      done();
    } catch (error) {
      setProblem(refusalOf(error).message);
    }
    await client.invalidateQueries({ queryKey: ['addresses'] });
    setBusy(false);
  }

  const remove = (address: Address) =>
    change(
      () => callAsUser('removeAddress', { params: { id: address._id } }),
      () => setDeleted(address),
    );
  const restore = ({ shipTo, isDefault, use }: Address) =>
    change(
      () => callAsUser('addAddress', { body: { shipTo, isDefault, use } }),
      () => {
        setDeleted(undefined);
        focusHeading();
      },
    );
  const setDefault = ({ _id: id, isDefault }: Address) =>
    change(
      () => callAsUser('changeAddress', { params: { id }, body: { isDefault: !isDefault } }),
      () => setDeleted(undefined),
    );

  function edit(address: Address | 'new') {
    setDeleted(undefined);
    setProblem(undefined);
    setEditing(address);
  }

  function close() {
    setEditing(undefined);
    focusHeading();
  }

  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1>{t('title')}</h1>
          <p className="mt-1 max-w-2xl text-muted text-sm">{t('about')}</p>
          <p className="mt-1 max-w-2xl font-medium text-sm empty:hidden">{why}</p>
        </div>
        {mayChange && editing !== 'new' && (
          <Button kind="primary" onClick={() => edit('new')}>
            {t('add')}
          </Button>
        )}
      </div>
      <p role="alert" className="mb-3 text-error text-sm empty:hidden">
        {problem}
      </p>
      <div role="status">
        {deleted && <Deleted address={deleted} busy={busy} onUndo={() => restore(deleted)} />}
      </div>
      <Loaded query={book} what={t('what')} shape="section">
        {(addresses) => (
          <>
            {editing === 'new' && <AddressForm onDone={close} />}
            {addresses.length === 0 && editing !== 'new' && (
              <p className="sheet p-6">{mayChange ? t('none') : t('none.fixed')}</p>
            )}
            <ul className="address-cards">
              {addresses.map((address) =>
                address === asked || (editing !== 'new' && editing?._id === address._id) ? (
                  <li key={address._id} className="address-wide">
                    <AddressForm
                      address={address}
                      onDone={address === asked ? () => navigate('/order/checkout') : close}
                    />
                  </li>
                ) : (
                  <AddressCard
                    key={address._id}
                    address={address}
                    busy={busy}
                    mayChange={mayChange}
                    isLast={lastUsed(addresses, last) === address}
                    onEdit={() => edit(address)}
                    onDelete={() => remove(address)}
                    onDefault={() => setDefault(address)}
                  />
                ),
              )}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}

interface DeletedProps {
  address: Address;
  busy: boolean;
  onUndo: () => void;
}

/** What was deleted, with the focus on Undo: the button that was pressed is gone. */
function Deleted({ address, busy, onUndo }: DeletedProps) {
  const undo = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each deleted address anew
  useEffect(() => undo.current?.focus(), [address]);
  return (
    <p className="sheet mb-4 flex flex-wrap items-center gap-3 px-4 py-2 text-sm">
      <span>{t('deleted', { address: nameOf(address) })}</span>
      <ActionButton small ref={undo} busy={busy} onClick={onUndo}>
        {t('undo')}
      </ActionButton>
    </p>
  );
}

interface CardProps {
  address: Address;
  /** The last purchase went there. */
  isLast: boolean;
  busy: boolean;
  mayChange: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onDefault: () => void;
}

function AddressCard(props: CardProps) {
  const { address: entry, isLast, busy, mayChange, onEdit, onDelete, onDefault } = props;
  const { shipTo, isDefault, use } = entry;
  const address = nameOf(entry);
  const trouble = addressTrouble(shipTo);
  return (
    <li className="sheet address-card">
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isDefault && <span className="badge badge-success badge-sm">{t('default')}</span>}
        {isLast && <span className="badge badge-sm">{t('lastUsed')}</span>}
        {use !== 'ship' && <span className="badge badge-sm">{USES[use].label}</span>}
      </div>
      <AddressText shipTo={shipTo} />
      {trouble && <p className="text-error text-xs">{trouble}</p>}
      {mayChange && (
        <div className="address-actions">
          <Button small aria-label={t('edit.of', { address })} onClick={onEdit}>
            {t('edit')}
          </Button>
          <ActionButton small aria-label={t('delete.of', { address })} busy={busy} onClick={onDelete}>
            {t('delete')}
          </ActionButton>
          {use !== 'bill' && (
            <ActionButton
              kind="ghost"
              small
              aria-label={isDefault ? t('default.no.of', { address }) : t('default.make.of', { address })}
              busy={busy}
              onClick={onDefault}
            >
              {isDefault ? t('default.no') : t('default.make')}
            </ActionButton>
          )}
        </div>
      )}
    </li>
  );
}
