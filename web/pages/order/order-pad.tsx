import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Cart } from '../../cart/cart.ts';
import { doToCart, redoInCart, undoInCart } from '../../cart/history.ts';
import { UndoNotice } from '../../cart/undo-notice.tsx';
import { MatchingNotice } from '../../matching/matching-notice.tsx';
import { priceLines, totalsOf } from '../../matching/priced.ts';
import { useLineMatches } from '../../matching/use-line-matches.ts';
import { latestProducts } from '../../queries.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BuildBar } from './build-bar.tsx';
import { EmptyPad } from './empty-pad.tsx';
import { Foot } from './foot.tsx';
import { NONE_READY } from './foot-words.ts';
import type { Shown } from './grid/columns.ts';
import { Grid } from './grid/grid.tsx';
import { type Change, confirmProbable, probableOf, takeAdvice } from './grid/operations.ts';
import type { Pad } from './pad.ts';
import { Pasting, usePasting } from './pasting/pasting.tsx';
import { PhoneList } from './phone/phone-list.tsx';
import { SaveList } from './save-list.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { Tools } from './tools.tsx';
import { usePageKeys } from './use-page-keys.ts';
import { usePhone } from './use-phone.ts';

interface Props {
  cart: Cart;
  isSignedIn: boolean;
}

const apply = (change: Change | undefined) => change && doToCart(change.words, change.ops);

/** The lines of the cart with what they cost and need, as a grid or, on a phone, as a list. */
export function OrderPad({ cart, isSignedIn }: Props) {
  const { lines, boards } = cart;
  const states = useLineMatches(lines);
  const priced = useMemo(() => priceLines(lines, states, boards), [lines, states, boards]);
  const totals = useMemo(() => totalsOf(priced), [priced]);
  const pasting = usePasting(apply);
  const navigate = useNavigate();
  const isPhone = usePhone();
  const { data: examples = [] } = useQuery(latestProducts);
  const [said, say] = useState('');
  const [open, setOpen] = useState<'keys' | 'save'>();
  const [chosen, setShown] = useState<Shown>({ designators: false, build: false });
  const toProblem = useRef<(direction: 1 | -1) => void>(() => {});
  const toLine = useRef<(id: string) => void>(() => {});
  const showLine = (id: string | undefined) => id !== undefined && toLine.current(id);
  const shown: Shown = {
    designators: chosen.designators || lines.some(({ designators }) => designators),
    build: chosen.build || boards !== null,
  };

  const pad: Pad = {
    ...{ apply, say },
    undo: () => showLine(undoInCart()),
    redo: () => showLine(redoInCart()),
    paste: pasting.paste,
    takeAllAdvice: () => apply(takeAdvice(totals.better)),
    confirmAll: () => apply(confirmProbable(priced)),
    checkout() {
      // The checkout settles, or leaves for later, what cannot be ordered.
      if (totals.needs < lines.length) return void navigate('/order/checkout');
      toProblem.current(1);
      say(lines.length === 0 ? 'There are no lines yet.' : NONE_READY);
    },
    showKeys: () => setOpen('keys'),
  };

  usePageKeys((command) => {
    if (command.do === 'problem') toProblem.current(command.direction);
    else if (command.do === 'checkout') pad.checkout();
    else if (command.do === 'undo' || command.do === 'redo') pad[command.do]();
    else if (command.do === 'allAdvice') pad.takeAllAdvice();
    else if (command.do === 'confirmAll') pad.confirmAll();
  });

  const isEmpty = lines.length === 0;
  const view = { lines: priced, boards, shown, pad, toProblem, toLine };
  return (
    <>
      <div className="pad-top">
        <h1>Order pad</h1>
        <Tools
          {...{ lines: priced, shown, isPhone, isSignedIn, pad, pasting }}
          onShow={setShown}
          onSave={() => setOpen('save')}
        />
      </div>
      <Pasting pasting={pasting} />
      <MatchingNotice />
      {shown.build && <BuildBar {...{ lines: priced, boards, pad }} />}
      {isEmpty && cart.status === 'loading' ? (
        <Skeleton what="your lines" shape="list" />
      ) : (
        <>
          {isPhone ? <PhoneList {...view} /> : <Grid {...view} />}
          {isEmpty && <EmptyPad parts={examples} pasting={pasting} isPhone={isPhone} />}
        </>
      )}
      <p id="pad-keys-hint" className="sr-only">
        Arrow keys move, Enter edits, F8 goes to the next line that needs attention, question mark shows all
        keys. Escape and then Tab leave the list.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="pad-bottom">
        <UndoNotice className="pad-news" undo={pad.undo} redo={pad.redo} hasKeys />
        {!isEmpty && (
          <Foot
            {...{ totals, cart, isSignedIn, pad, probable: probableOf(priced).length }}
            onToProblem={() => toProblem.current(1)}
          />
        )}
      </div>
      {open === 'keys' && <Shortcuts onClose={() => setOpen(undefined)} />}
      {open === 'save' && <SaveList cart={cart} onClose={() => setOpen(undefined)} />}
    </>
  );
}
