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
  removeList: { who: 'the owner', arrange: savedList, others: [200, { deletedCount: 0 }] },
};
