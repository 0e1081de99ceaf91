import type { Guard } from './guard.ts';

const PRODUCTS = ['server/products/products.test.ts'];

/** Guards of changes of products. */
export const productGuards: Guard[] = [
  {
    name: 'prices are set by admins',
    file: 'server/products/routes.ts',
    code: "      if (hasPrice && !can('product.price')) throw forbidden('admins_only');\n",
    without: '',
    tests: PRODUCTS,
  },
  {
    name: 'what orders come to together is for admins',
    file: 'server/desk/routes.ts',
    code: "can('desk.readOverview') && total",
    without: 'total',
    tests: ['server/desk/list.test.ts'],
  },
  {
    name: 'no product is added that nobody could order by card',
    file: 'contract/products.ts',
    code: "  if (error) context.addIssue({ code: 'custom', path: ['price'], message: say('unorderable', error) });\n",
    without: '',
    tests: PRODUCTS,
  },
  {
    name: 'no change of price or minimum leaves a product that nobody could order by card',
    file: 'server/products/change.ts',
    code: '  requireOrderable(before, change);\n',
    without: '',
    tests: PRODUCTS,
  },
  {
    name: 'a change of a product is refused when another admin has changed it since',
    file: 'server/products/change.ts',
    code: `  if (revision !== undefined && revision !== row.edition)
    throw new Problem('changed_meanwhile', { revision: row.edition });\n`,
    without: '',
    tests: PRODUCTS,
  },
  {
    name: 'a change of a product is refused when it has got its datasheet since',
    file: 'server/datasheets/make.ts',
    code: '...edited }',
    without: 'revision: edited.revision, changed_at: edited.changed_at }',
    tests: ['server/datasheets/datasheets.test.ts'],
  },
  {
    name: 'two changes of a product at once see each other',
    file: 'server/products/change.ts',
    code: `    .forUpdate('products')\n`,
    without: '',
    tests: PRODUCTS,
  },
];
