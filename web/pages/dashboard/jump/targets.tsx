import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatMoney } from '#contract/kernel/money.ts';
import { purchasePath } from '../../../path-with.ts';
import { suggestionsFor } from '../../../suggestions.ts';
import { SuggestedPart } from '../../../ui/suggestion-list.tsx';
import { userQuery } from '../../../user-query.ts';
import { entriesOf } from '../menu-entries.ts';
import { personPath } from '../person/path.ts';
import type { Can } from '../role.ts';

/** A place of the dashboard that somebody can jump to. */
export interface Target {
  id: string;
  group: string;
  to: string;
  content: ReactNode;
}

/** Entries of each group. */
const MOST = 5;

const ordersWith = (q: string) =>
  userQuery(
    ['orders', 'jump', q],
    'listDeskPurchases',
    { query: { q, limit: String(MOST) } },
    { gcTime: 60_000 },
  );

const peopleLike = (q: string) =>
  userQuery(['users', 'jump', q], 'listUsers', { query: { q, limit: String(MOST) } }, { gcTime: 60_000 });

/** Returns where `q` leads: pages by their names, orders by any number, parts, and people for who may see them. */
export function useTargets(q: string, can: Can) {
  const isAsked = q !== '';
  // An address is that of a person, whose page has their orders.
  const isPerson = q.includes('@') && can('account.list');
  const orders = useQuery({
    ...ordersWith(q),
    enabled: isAsked && !isPerson && can('desk.readPurchases'),
  });
  const parts = useQuery({ ...suggestionsFor(q), enabled: isAsked });
  const people = useQuery({ ...peopleLike(q), enabled: isAsked && can('account.list') });
  const queries = [orders, parts, people];
  const targets: Target[] = [
    ...entriesOf(can)
      .filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))
      .map(({ to, label }) => ({ id: to, group: 'Pages', to, content: <Name>{label}</Name> })),
    ...(orders.data ?? []).map(({ _id, number, name, total }) => ({
      id: _id,
      group: 'Orders',
      to: purchasePath(_id),
      content: (
        <>
          <Name>
            <span className="num">{number}</span> <bdi>{name}</bdi>
          </Name>
          <span className="num suggestion-count">{formatMoney(total)}</span>
        </>
      ),
    })),
    ...(parts.data?.parts.slice(0, MOST) ?? []).map((part) => ({
      id: part._id,
      group: 'Parts',
      to: `/dashboard/manageProducts/${part._id}`,
      content: <SuggestedPart part={part} />,
    })),
    ...(people.data ?? []).map(({ _id, name, email }) => ({
      id: _id,
      group: 'People',
      to: personPath(email),
      content: (
        <>
          <Name>
            <bdi>{name}</bdi>
          </Name>
          <span className="suggestion-count">{email}</span>
        </>
      ),
    })),
  ];
  return {
    targets,
    isLoading: queries.some((query) => query.isLoading),
    problem: queries.find(({ error }) => error)?.error?.message,
  };
}

function Name({ children }: { children: ReactNode }) {
  return <span className="suggestion-name">{children}</span>;
}
