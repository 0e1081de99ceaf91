import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Member } from '#contract/companies/schema.ts';
import { CART } from '#contract/lists/limits.ts';
import type { HandOver as Body, List } from '#contract/lists/schema.ts';
import { membersOf } from '../../companies.ts';
import { randomId } from '../../random-id.ts';
import { useIdentity } from '../../session.tsx';
import { translator } from '../../translate.ts';
import { SubmitButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useModal } from '../../ui/use-modal.ts';
import { callAsUser } from '../../user-calls.ts';
import { useCart } from '../cart/cart.ts';
import { forgetHistory } from '../cart/history.ts';
import { useSavedCart } from '../cart/use-saved-cart.ts';
import messages from './en.json' with { type: 'json' };

const t = translator(messages);

interface Props {
  /** A saved list of the buyer's; the cart without. */
  list?: List;
  onClose: () => void;
}

/** Hands the cart, or a saved list, to a colleague of the company that somebody acts for. Render it only while it is open. */
export function HandOver({ list, onClose }: Props) {
  const { email = '', buyerId = '' } = useIdentity() ?? {};
  const members = useQuery(membersOf(buyerId));
  const dialog = useModal();
  const close = () => dialog.current?.close();
  return (
    <Panel
      dialog={dialog}
      title={list ? t('title.list', { name: list.name }) : t('title.cart')}
      onClose={onClose}
    >
      <Loaded query={members} what={t('what')} shape="list">
        {(all) => {
          const colleagues = all.filter((member) => member.email !== email);
          if (colleagues.length > 0) return <Form list={list} colleagues={colleagues} onClose={close} />;
          return (
            <>
              <p className="mt-2 text-muted">{t('nobody')}</p>
              <div className="mt-6 flex flex-wrap justify-end gap-3">
                <Button onClick={close}>{t('cancel')}</Button>
                <Link to={`/dashboard/company/${buyerId}`} className="btn btn-primary" onClick={close}>
                  {t('invite')}
                </Link>
              </div>
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

const nameOf = ({ name, email }: Member) => name || email;

interface FormProps {
  list: List | undefined;
  colleagues: readonly Member[];
  onClose: () => void;
}

function Form({ list, colleagues, onClose }: FormProps) {
  const cart = useCart();
  const untilSaved = useSavedCart(cart);
  const [userId, setUserId] = useState('');
  const [keep, setKeep] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const attempt = useRef({ of: '', key: '' });
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (body: Body) => {
      if (!list && !(await untilSaved())) throw new Error(t('unsaved'));
      const of = JSON.stringify(body);
      if (attempt.current.of !== of) attempt.current = { of, key: randomId() };
      const options = { idempotencyKey: attempt.current.key };
      await callAsUser('handOver', { params: { id: list?._id ?? CART }, body }, options);
    },
    onSuccess: () => {
      const isEmptied = !list && !keep;
      // The lines are a colleague's now: half of a step must not be taken back.
      if (isEmptied) forgetHistory();
      toast.success(t('done', { name: nameOf(colleagues.find((one) => one.userId === userId)!) }), {
        description: isEmptied ? t('done.emptied') : t('done.kept'),
      });
      onClose();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(userId === '');
    if (userId !== '') mutate({ userId, keep });
  }

  const problem = isMissing && userId === '' ? t('missing') : error?.message;
  return (
    <form method="post" noValidate onSubmit={submit} className="mt-2 grid gap-4">
      <p className="text-muted">{list ? t('about.list') : t('about.cart')}</p>
      <SelectField
        label={t('colleague')}
        error={problem}
        value={userId}
        onChange={({ target }) => setUserId(target.value)}
        options={colleagues.map((member) => [
          member.userId,
          member.name ? `${member.name}, ${member.email}` : member.email,
        ])}
      >
        <option value="">{t('choose')}</option>
      </SelectField>
      {!list && (
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="checkbox"
            checked={keep}
            onChange={({ target }) => setKeep(target.checked)}
          />
          {t('keep')}
        </label>
      )}
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <SubmitButton busy={isPending}>
          {t('action', { lines: list?.lines?.length ?? cart.lines.length })}
        </SubmitButton>
      </div>
    </form>
  );
}
