import type { ListCalls } from '../../../server/lists/routes.ts';
import { NOT_FOUND, type Rows, type Sound, type Stage } from '../row.ts';

const LINE = { _id: '0199e1a3-40d2-7000-a7f5-91c8e0b6d372', position: 1, raw: '200x NB-E64' };

async function savedList({ shop, customer }: Stage): Promise<Sound> {
  const { body } = await shop.call('POST /lists', {
    token: customer.token,
    body: { name: 'Board A', lines: [LINE] },
  });
  return { params: { id: body.insertedId } };
}

/** Somebody who may act for the customer's buyer, too. */
async function colleagueOf({ shop, customer, admin }: Stage): Promise<string> {
  const { rows } = await shop.database.pool.query(
    `with colleague as (
      insert into members (buyer_id, user_id, roles)
      select buyers.id, colleagues.id, '{admin}' from users join buyers using (id), users colleagues
      where users.email = $1 and colleagues.email = $2 on conflict do nothing
    )
    select id from users where email = $2`,
    [customer.email, admin.email],
  );
  return rows[0].id;
}

export const listRows: Rows<ListCalls> = {
  listLists: { who: 'everyone signed in' },
  addList: { who: 'everyone signed in', arrange: () => ({ body: { name: 'Board B', lines: [LINE] } }) },
  getList: { who: 'the owner', arrange: savedList, others: NOT_FOUND },
  exportList: { who: 'the owner', arrange: savedList, others: NOT_FOUND },
  changeList: {
    who: 'the owner',
    arrange: async (stage) => ({
      ...(await savedList(stage)),
      body: { version: 1, ops: [{ op: 'put', line: LINE }] },
    }),
    others: NOT_FOUND,
  },
  handOver: {
    who: 'the owner',
    arrange: async (stage) => ({ ...(await savedList(stage)), body: { userId: await colleagueOf(stage) } }),
    others: NOT_FOUND,
  },
  removeList: { who: 'the owner', arrange: savedList, others: [200, { deletedCount: 0 }] },
};
