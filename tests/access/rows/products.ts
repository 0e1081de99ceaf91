import type { Rows, Sound, Stage } from '../row.ts';

const newProduct = {
  name: 'Riser Card',
  image: '/images/x.webp',
  shortDetails: 'A riser',
  minOrder: 100,
  available: 1000,
  price: 2,
};

async function freshProduct({ shop, admin }: Stage): Promise<Sound> {
  const { body } = await shop.call('POST /products', { token: admin.token, body: newProduct });
  return { params: { id: body.insertedId } };
}

export const productRows: Rows<
  | 'listProducts'
  | 'suggest'
  | 'getFacets'
  | 'getProduct'
  | 'getPart'
  | 'addProduct'
  | 'changeProduct'
  | 'removeProduct'
> = {
  listProducts: { who: 'anyone' },
  suggest: { who: 'anyone', arrange: () => ({ query: '?q=fan' }) },
  getFacets: { who: 'anyone' },
  getProduct: { who: 'anyone', arrange: ({ till }) => ({ params: { id: till.product._id } }) },
  getPart: { who: 'anyone', arrange: ({ till }) => ({ params: { sku: till.product.sku } }) },
  addProduct: { who: 'admins', arrange: () => ({ body: newProduct }) },
  changeProduct: [
    {
      about: 'of its stock',
      who: 'staff',
      arrange: async (stage) => ({ ...(await freshProduct(stage)), body: { available: 900 } }),
    },
    {
      ...{ about: 'of its price', who: 'admins', staffByBody: true },
      arrange: async (stage) => ({ ...(await freshProduct(stage)), body: { price: 3 } }),
    },
  ],
  removeProduct: { who: 'staff', arrange: freshProduct },
};
