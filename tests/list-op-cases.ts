/** What changes of a list come to, one after the other: for the browser, which joins those that it has not sent, and for the server. */
import type { ListLine, ListOp } from '#contract/lists/schema.ts';

export const A = '0199e1a3-40d2-7000-a7f5-91c8e0b6d372';
const B = '0199e1a3-40d2-7000-a7f5-91c8e0b6d373';

type Field = 'quantity' | 'customerRef' | 'position';

/** A line that is written; of one that is there only the fields in `changed`, or all. */
function put(line: Partial<ListLine>, ...changed: Field[]): ListOp {
  const op = { op: 'put' as const, line: { _id: A, position: 1, ...line } };
  return changed.length > 0 ? { ...op, changed } : op;
}

const remove: ListOp = { op: 'remove', _id: A };

/** Returns changes without fields of lines that are null: these are not given. */
export function withoutNulls(ops: readonly ListOp[]): ListOp[] {
  return ops.map((op) => {
    if (op.op !== 'put') return op;
    const given = Object.entries(op.line).filter(([, value]) => value !== null);
    return { ...op, line: Object.fromEntries(given) as ListLine };
  });
}

export const LIST_OP_CASES: { title: string; ops: ListOp[]; joined: ListOp[] }[] = [
  { title: 'nothing', ops: [], joined: [] },
  {
    title: 'the last change of each field counts, and only fields that were changed are written',
    ops: [
      put({ quantity: 100, customerRef: 'old' }, 'quantity'),
      put({ quantity: 5, customerRef: 'new' }, 'customerRef'),
      put({ quantity: 200 }, 'quantity'),
    ],
    joined: [put({ quantity: 200, customerRef: 'new' }, 'quantity', 'customerRef')],
  },
  {
    title: 'a field that is left out of what was changed is taken away',
    ops: [put({ quantity: 100 }), put({}, 'quantity')],
    joined: [put({})],
  },
  {
    title: 'a line that is written whole replaces what was changed before',
    ops: [put({ customerRef: 'old' }, 'customerRef'), put({ quantity: 7 })],
    joined: [put({ quantity: 7 })],
  },
  {
    title: 'a change of a line that is written whole leaves it whole',
    ops: [put({ quantity: 7, customerRef: 'same' }), put({ quantity: 8 }, 'quantity')],
    joined: [put({ quantity: 8, customerRef: 'same' })],
  },
  {
    title: 'a line that is added and removed is gone',
    ops: [put({ quantity: 7 }), remove],
    joined: [remove],
  },
  {
    title: 'a line that is removed and changed is written whole, and so it stays',
    ops: [remove, put({ quantity: 7 }, 'quantity'), put({ quantity: 8 }, 'quantity')],
    joined: [put({ quantity: 8 })],
  },
  {
    title: 'lines are joined each by itself',
    ops: [put({ quantity: 7 }), put({ _id: B, quantity: 1 }), put({ quantity: 8 }, 'quantity')],
    joined: [put({ quantity: 8 }), put({ _id: B, quantity: 1 })],
  },
  {
    title: 'of names, boards and sharing the last counts',
    ops: [
      { op: 'rename', name: 'One' },
      { op: 'boards', boards: 5 },
      { op: 'share', shared: true },
      { op: 'rename', name: 'Two' },
      { op: 'boards', boards: null },
    ],
    joined: [
      { op: 'rename', name: 'Two' },
      { op: 'boards', boards: null },
      { op: 'share', shared: true },
    ],
  },
];
