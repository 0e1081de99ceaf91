import type { Rows, Sound, Stage } from '../row.ts';

let day = 0;
/** Each delivery of the stage's product has a day of its own. */
const newReceipt = () => {
  day += 1;
  return { dueOn: new Date(Date.UTC(2100, 0, day)).toISOString().slice(0, 10), quantity: 100 };
};

async function freshReceipt({ shop, admin, till }: Stage): Promise<Sound> {
  const path = `POST /products/${till.product._id}/receipts` as const;
  const { body } = await shop.call(path, { token: admin.token, body: newReceipt() });
  return { params: { id: body.insertedId } };
}

const ofProduct = ({ till }: Stage): Sound => ({ params: { id: till.product._id } });

export const receiptRows: Rows<
  'listReceipts' | 'addReceipt' | 'changeReceipt' | 'removeReceipt' | 'arriveReceipt'
> = {
  listReceipts: { who: 'staff', arrange: ofProduct },
  addReceipt: { who: 'staff', arrange: (stage) => ({ ...ofProduct(stage), body: newReceipt() }) },
  changeReceipt: {
    who: 'staff',
    arrange: async (stage) => ({ ...(await freshReceipt(stage)), body: { quantity: 200 } }),
  },
  removeReceipt: { who: 'staff', arrange: freshReceipt },
  arriveReceipt: {
    who: 'staff',
    arrange: async (stage) => ({ ...(await freshReceipt(stage)), body: { quantity: 40 } }),
  },
};
