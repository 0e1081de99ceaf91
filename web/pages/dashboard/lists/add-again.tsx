import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf } from '#contract/kernel/money.ts';
import type { List } from '#contract/lists/schema.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import { useCart } from '../../../basket/cart/cart.ts';
import { Repeat } from '../../../basket/cart/repeat.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { hasFocusFirst, useModal } from '../../../ui/use-modal.ts';
import { type InOrderOfList, listInOrder } from './add-list.ts';
import * as queries from './queries.ts';

interface Props {
  list: List;
  /** Adds what is missing, or all. */
  onAdd: (missing?: InOrderOfList['missing']) => void;
  onClose: () => void;
}

/** Tells what of a list is in the order already, and adds what is missing, or all again when the buyer says so. */
export function AddAgain({ list, onAdd, onClose }: Props) {
  const dialog = useModal();
  const query = useQuery(queries.partsOf(list));
  return (
    <Panel dialog={dialog} title={`Add the list ${list.name} to the order`} onClose={onClose}>
      <Loaded query={query} what="the parts of the list">
        {(parts) => (
          <Choice list={list} parts={parts} onAdd={onAdd} onCancel={() => dialog.current?.close()} />
        )}
      </Loaded>
    </Panel>
  );
}

interface ChoiceProps extends Pick<Props, 'list' | 'onAdd'> {
  parts: ReadonlyMap<string, LinePart>;
  onCancel: () => void;
}

function Choice({ list, parts, onAdd, onCancel }: ChoiceProps) {
  const navigate = useNavigate();
  const { lines: order } = useCart();
  const has = useMemo(() => listInOrder(list, order, parts), [list, order, parts]);
  const [isAgain, setAgain] = useState(false);
  const all = list.lines!.length;
  const added = isAgain ? all : has.missing.size;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (added === 0) navigate('/order');
    else onAdd(isAgain ? undefined : has.missing);
  }

  return (
    <form method="post" onSubmit={submit}>
      <Repeat lines={all} inOrder={has} isAgain={isAgain} onChange={setAgain} />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <button type="submit" className="btn btn-primary" ref={hasFocusFirst}>
          {added === 0 ? 'Open the order' : `Add ${countOf(added, 'line')} to the order`}
        </button>
      </div>
    </form>
  );
}
