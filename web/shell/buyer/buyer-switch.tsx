import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { CompanyState } from '#contract/companies/states.ts';
import { myCompanies } from '../../companies.ts';
import type { Identity } from '../../identity.ts';
import { translator } from '../../translate.ts';
import { icon, TickIcon } from '../../ui/icons.tsx';
import { toast } from '../../ui/toast.ts';
import { actFor } from '../../user-calls.ts';
import './buyer-switch.css';
import en from './en.json' with { type: 'json' };

const t = translator(en);

/** What is said of a company that cannot order. */
const STATES: Partial<Record<CompanyState, string>> = {
  waiting: t('waiting'),
  held: t('held'),
  closed: t('closed'),
};
const DownIcon = icon('m6 9 6 6 6-6');

/** Pages that are about something of one buyer, which another one does not have. */
const OF_ONE_BUYER = /^\/(dashboard\/(orders|purchases|payment|lists|company)\/|order\/checkout)/;

/** For whom a member of companies buys, and the menu that changes it. */
export function BuyerSwitch({ identity: { email, buyerId } }: { identity: Identity }) {
  const { data: companies } = useQuery(myCompanies(email));
  const menu = useRef<HTMLDivElement>(null);
  const [isSwitching, setSwitching] = useState(false);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const id = useId();

  async function choose(to: string | undefined, name: string) {
    menu.current?.hidePopover();
    if (to === buyerId || isSwitching) return;
    setSwitching(true);
    try {
      await actFor(to);
      if (OF_ONE_BUYER.test(pathname))
        await navigate(pathname.startsWith('/order') ? '/order' : '/dashboard');
      toast.success(t('now', { name }));
    } catch (error) {
      toast.error(t('failed', { why: (error as Error).message }));
    }
    setSwitching(false);
  }

  // Which of them it is has to be known: a wrong name is worse than none.
  const company = companies?.find(({ _id }) => _id === buyerId);
  if (!companies || (buyerId && !company)) return null;
  const name = company?.name ?? t('personal');
  const state = company && STATES[company.state];
  const choices = [{ _id: undefined, name: t('personal'), state: 'active' as const }, ...companies];
  return (
    <div className="wrap buyer-switch">
      <button
        type="button"
        className="buyer-button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-busy={isSwitching}
        title={name}
      >
        <span className="buyer-name">{t('buying', { name })}</span>
        {state && <span className="buyer-state">{state}</span>}
        <DownIcon className="size-4" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={t('menu')}
        className="buyer-menu"
        onKeyDown={moveFocus}
        // Tab leaves the menu.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
        }}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') currentTarget.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
        }}
      >
        {choices.map((choice) => (
          <button
            key={choice._id ?? ''}
            type="button"
            role="menuitemradio"
            aria-checked={choice._id === buyerId}
            tabIndex={-1}
            className="buyer-choice"
            onClick={() => choose(choice._id, choice.name)}
          >
            <bdi className="buyer-name">{choice.name}</bdi>
            {STATES[choice.state] && <span className="buyer-state ms-auto">{STATES[choice.state]}</span>}
            {choice._id === buyerId && <TickIcon className="size-4" />}
          </button>
        ))}
        <Link
          to="/dashboard/companies"
          role="menuitem"
          tabIndex={-1}
          className="buyer-choice buyer-manage"
          onClick={() => menu.current?.hidePopover()}
        >
          {t('manage')}
        </Link>
      </div>
    </div>
  );
}

/** Arrow keys, Home and End move the focus in the menu, from its last entry to its first. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const { length } = entries;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  entries[(to + length) % length]?.focus();
}
