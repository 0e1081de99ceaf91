import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { Cart } from '../../basket/cart/cart.ts';
import { doToCart, redoInCart, undoInCart } from '../../basket/cart/history.ts';
import { MatchingNotice } from '../../basket/cart/matching-notice.tsx';
import { UndoNotice } from '../../basket/cart/undo-notice.tsx';
import { useLineMatches } from '../../basket/cart/use-line-matches.ts';
import { priceLines, totalsOf } from '../../basket/matching/priced.ts';
import { noteConfirmed } from '../../basket/own-numbers/confirmed.ts';
import { latestProducts } from '../../queries.ts';
import { OnDemand } from '../../ui/on-demand.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useModal } from '../../ui/use-modal.ts';
import { BuildBar } from './build-bar.tsx';
import { EmptyPad } from './empty-pad.tsx';
import { Foot } from './foot.tsx';
import { NONE_READY } from './foot-words.ts';
import type { Shown } from './grid/columns.ts';
import { Grid } from './grid/grid.tsx';
import { type Command, commandOf, SHORTCUTS } from './grid/keys.ts';
import { type Change, confirmProbable, probableOf, takeAdvice } from './grid/operations.ts';
import type { Pad } from './pad.ts';
import { Pasting, usePasting } from './pasting/pasting.tsx';
import { PhoneList } from './phone/phone-list.tsx';
import { SaveList } from './save-list.tsx';
import { Tools } from './tools.tsx';

interface Props {
  cart: Cart;
  isSignedIn: boolean;
  /** Whether the buyer acts for a company. */
  isMember: boolean;
}

const loadHandOver = () => import('../../basket/hand-over/hand-over.tsx');

const apply = (change: Change | undefined) => change && doToCart(change.words, change.ops);

/** The lines of the cart with what they cost and need, as a grid or, on a phone, as a list. */
export function OrderPad({ cart, isSignedIn, isMember }: Props) {
  const { lines, boards } = cart;
  const states = useLineMatches(lines);
  const priced = useMemo(() => priceLines(lines, states, boards), [lines, states, boards]);
  const totals = useMemo(() => totalsOf(priced), [priced]);
  const pasting = usePasting(apply);
  const navigate = useNavigate();
  const isPhone = usePhone();
  const { data: examples = [] } = useQuery(latestProducts);
  const [said, say] = useState('');
  const [open, setOpen] = useState<'keys' | 'save' | 'hand over'>();
  const [chosen, setShown] = useState<Shown>({ designators: false, build: false });
  const toProblem = useRef<(direction: 1 | -1) => void>(() => {});
  const toLine = useRef<(id: string) => void>(() => {});
  const showLine = (id: string | undefined) => id !== undefined && toLine.current(id);
  const shown: Shown = {
    designators: chosen.designators || lines.some(({ designators }) => designators),
    build: chosen.build || boards !== null,
  };

  const pad: Pad = {
    apply,
    say,
    undo: () => showLine(undoInCart()),
    redo: () => showLine(redoInCart()),
    paste: pasting.paste,
    takeAllAdvice: () => apply(takeAdvice(totals.better)),
    confirmAll() {
      for (const { line, state } of probableOf(priced)) noteConfirmed(line, state!.match!.product!._id);
      apply(confirmProbable(priced));
    },
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
          lines={priced}
          shown={shown}
          isPhone={isPhone}
          isSignedIn={isSignedIn}
          pad={pad}
          pasting={pasting}
          onShow={setShown}
          onSave={() => setOpen('save')}
          onHandOver={isMember ? () => setOpen('hand over') : undefined}
        />
      </div>
      <Pasting pasting={pasting} />
      <MatchingNotice />
      {shown.build && <BuildBar lines={priced} boards={boards} pad={pad} />}
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
            totals={totals}
            cart={cart}
            isSignedIn={isSignedIn}
            pad={pad}
            probable={probableOf(priced).length}
            onToProblem={() => toProblem.current(1)}
          />
        )}
      </div>
      {open === 'keys' && <Shortcuts onClose={() => setOpen(undefined)} />}
      {open === 'hand over' && (
        <OnDemand load={loadHandOver} what="your colleagues" onClose={() => setOpen(undefined)}>
          {({ HandOver }) => <HandOver onClose={() => setOpen(undefined)} />}
        </OnDemand>
      )}
      {open === 'save' && <SaveList cart={cart} onClose={() => setOpen(undefined)} />}
    </>
  );
}

const NARROW = '(width < 48rem)';

/** Whether the window is as narrow as a phone. On the server and until the page is hydrated it is not. */
function usePhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false);
}

const isPhone = () => window.matchMedia(NARROW).matches;

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Commands that work wherever on the page the focus is. */
const ON_PAGE: readonly Command['do'][] = ['problem', 'checkout', 'undo', 'redo', 'allAdvice', 'confirmAll'];
const NOT_IN_FIELDS: readonly Command['do'][] = ['undo', 'redo'];

/** Runs the commands of the whole order by their keys, outside of the grid, too. */
function usePageKeys(run: (command: Command) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || isInDialog(event.target)) return;
      const command = commandOf(event);
      if (!command || !ON_PAGE.includes(command.do)) return;
      if (NOT_IN_FIELDS.includes(command.do) && isField(event.target)) return;
      event.preventDefault();
      latest.current(command);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('dialog') !== null;

/** The keys of the grid and what they do. */
function Shortcuts({ onClose }: { onClose: () => void }) {
  const dialog = useModal();
  return (
    <Panel dialog={dialog} title="Keys of the order pad" className="pad-keys" onClose={onClose}>
      {/* The first control has the focus: at the end it would scroll the dialog there. */}
      <form method="dialog" className="pad-keys-close">
        <button type="submit" className="btn btn-quiet btn-sm">
          Close
        </button>
      </form>
      {SHORTCUTS.map(([group, keys]) => (
        <section key={group} className="mt-4">
          <h3 className="text-muted text-xs">{group}</h3>
          <dl className="pad-key-list">
            {keys.map(([name, does]) => (
              <div key={name}>
                <dt>
                  <kbd>{name}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Panel>
  );
}
