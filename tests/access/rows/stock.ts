import type { Rows, Sound, Stage } from '../row.ts';

const ofProduct = ({ till }: Stage): Sound => ({ params: { id: till.product._id } });

export const stockRows: Rows<
  'listMovements' | 'addMovement' | 'listStock' | 'addCounts' | 'addMovements' | 'listLabels'
> = {
  listMovements: { who: 'staff', arrange: ofProduct },
  addMovement: {
    who: 'staff',
    arrange: (stage) => ({ ...ofProduct(stage), body: { kind: 'received', quantity: 100 } }),
  },
  listStock: { who: 'staff' },
  addCounts: {
    who: 'staff',
    arrange: async ({ shop, admin, till }) => {
      const { _id } = till.product;
      const { body } = await shop.call(`GET /stock?products=${_id}`, { token: admin.token });
      const { shelf } = body[0];
      return { body: { lines: [{ productId: _id, counted: shelf + 10, expected: shelf }] } };
    },
  },
  addMovements: {
    who: 'staff',
    arrange: async ({ till }) => ({ body: { lines: [{ sku: till.product.sku, added: 10 }] } }),
  },
  listLabels: { who: 'staff', arrange: ({ till }) => ({ query: `?products=${till.product._id}` }) },
};
