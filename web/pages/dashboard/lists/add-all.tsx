import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf } from '#contract/kernel/money.ts';
import type { List } from '#contract/lists/schema.ts';
import { getCart, useCart } from '../../../basket/cart/cart.ts';
import { doToCart } from '../../../basket/cart/history.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { AddAgain } from './add-again.tsx';
import { type InOrderOfList, listInOrder, opsOfList } from './add-list.ts';

/** Adds all lines of a list to the order. Where some of them are in it already, it asks first whether these are added again. */
export function AddAll({ list }: { list: List }) {
  const navigate = useNavigate();
  const { status } = useCart();
  const [isAsking, setAsking] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const wasAdded = useRef(false);

  function add(missing?: InOrderOfList['missing']) {
    // The second click of a double click comes before this is shown again.
    if (wasAdded.current) return;
    wasAdded.current = true;
    const ops = opsOfList(list, getCart(), missing);
    const count = countOf(ops.filter(({ op }) => op === 'put').length, 'line');
    doToCart(`Added ${count} of the list ${list.name}`, ops);
    setAdded(true);
    setAsking(false);
    toast.success(`${count} added to the order`, {
      action: { label: 'Go to the order', onClick: () => navigate('/order') },
    });
  }

  function press() {
    if (wasAdded.current || listInOrder(list, getCart().lines).count === 0) add();
    else setAsking(true);
  }

  if (!list.lines?.length) return null;
  return (
    <>
      <ActionButton kind="primary" small busy={isAdded || status === 'loading'} onClick={press}>
        {isAdded ? 'Added to the order' : 'Add all to the order'}
      </ActionButton>
      {isAsking && <AddAgain list={list} onAdd={add} onClose={() => setAsking(false)} />}
    </>
  );
}
