import type { AccountCalls } from '../../../server/accounts/routes.ts';
import { FORBIDDEN, type Rows, type Sound, type Stage } from '../row.ts';

async function freshPerson({ shop }: Stage, role: 'customer' | 'admin'): Promise<Sound> {
  const { rows } = await shop.database.pool.query(
    `insert into users (id, name, email, role, email_verified)
     values (gen_random_uuid(), 'Someone', 'p-' || gen_random_uuid() || '@example.com', $1, true)
     returning email`,
    [role],
  );
  return { params: { email: rows[0].email } };
}

export const accountRows: Rows<AccountCalls> = {
  exchangeToken: {
    by: 'cookie',
    who: 'the owner',
    others: FORBIDDEN,
    arrange: ({ customer: { email } }) => ({ params: { email }, body: { email } }),
  },
  isAdmin: {
    who: 'the owner and admins',
    others: FORBIDDEN,
    arrange: ({ customer: { email } }) => ({ params: { email } }),
  },
  listUsers: { who: 'admins' },
  promoteUser: { who: 'admins', arrange: (stage) => freshPerson(stage, 'customer') },
  demoteUser: { who: 'admins', arrange: (stage) => freshPerson(stage, 'admin') },
  getUser: { who: 'admins', arrange: (stage) => freshPerson(stage, 'customer') },
  blockUser: {
    who: 'admins',
    arrange: async (stage) => ({
      ...(await freshPerson(stage, 'customer')),
      body: { why: 'Two invoices are overdue.' },
    }),
  },
  unblockUser: {
    who: 'admins',
    arrange: async (stage) => ({
      ...(await freshPerson(stage, 'customer')),
      body: { why: 'They have paid.' },
    }),
  },
  listCustomers: { who: 'admins' },
  setRole: {
    who: 'admins',
    arrange: async (stage) => ({ ...(await freshPerson(stage, 'customer')), body: { role: 'staff' } }),
  },
  removeUser: { who: 'admins', arrange: (stage) => freshPerson(stage, 'customer') },
};
