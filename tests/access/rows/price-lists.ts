import type { PriceListCalls } from '../../../server/price-lists/routes.ts';
import { SHIP_TO } from '../../fixtures/purchases.ts';
import type { Rows, Sound, Stage } from '../row.ts';

const MINUS = { name: 'Resellers 2026', minusPercent: 5 };

async function priceList({ shop, admin }: Stage): Promise<Sound> {
  const { body } = await shop.call('POST /price-lists', { token: admin.token, body: MINUS });
  return { params: { id: body.insertedId } };
}

async function group({ shop, admin }: Stage): Promise<Sound> {
  const body = { name: `Group ${crypto.randomUUID()}` };
  const answer = await shop.call('POST /buyer-groups', { token: admin.token, body });
  return { params: { id: answer.body.insertedId } };
}

async function company({ shop, customer }: Stage): Promise<Sound> {
  await shop.database.pool.query('update users set email_verified = true where email = $1', [customer.email]);
  const body = { name: 'Acme', address: SHIP_TO };
  const opened = await shop.call('POST /companies', { token: customer.token, body });
  return { params: { id: opened.body.insertedId } };
}

export const priceListRows: Rows<PriceListCalls> = {
  listOffers: { who: 'everyone signed in', arrange: ({ till }) => ({ query: `?ids=${till.product._id}` }) },
  listPriceLists: { who: 'staff' },
  getPriceList: { who: 'staff', arrange: priceList },
  addPriceList: { who: 'admins', arrange: () => ({ body: MINUS }) },
  changePriceList: {
    who: 'admins',
    arrange: async (stage) => ({ ...(await priceList(stage)), body: { minusPercent: 6 } }),
  },
  undoPriceListChange: {
    who: 'admins',
    arrange: async (stage) => {
      const { params } = await priceList(stage);
      const { token } = stage.admin;
      const path = `/price-lists/${params!.id}`;
      await stage.shop.call(`PATCH ${path}`, { token, body: { minusPercent: 6 } });
      const { body } = await stage.shop.call(`GET ${path}`, { token });
      return { params: { ...params, changeId: body.changes[0]._id } };
    },
  },
  readPriceEffect: { who: 'admins', arrange: () => ({ body: { minusPercent: 5 } }) },
  getCompanyLists: { who: 'staff', arrange: company },
  setCompanyLists: {
    who: 'admins',
    arrange: async (stage) => ({ ...(await company(stage)), body: { ids: [] } }),
  },
  listBuyerGroups: { who: 'staff' },
  addBuyerGroup: { who: 'admins', arrange: () => ({ body: { name: `Group ${crypto.randomUUID()}` } }) },
  setGroupLists: {
    who: 'admins',
    arrange: async (stage) => ({ ...(await group(stage)), body: { ids: [] } }),
  },
};
