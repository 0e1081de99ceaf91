import { accounts } from './accounts/module.ts';
import { addressBook } from './address-book/module.ts';
import { categories } from './categories/module.ts';
import { companies } from './companies/module.ts';
import { desk } from './desk/module.ts';
import { invoices } from './documents/module.ts';
import { files } from './files/module.ts';
import { idempotency } from './ground/idempotency/module.ts';
import { limits } from './ground/limits/module.ts';
import { mail } from './ground/mail/module.ts';
import { images } from './images/module.ts';
import { imports } from './imports/module.ts';
import { lists } from './lists/module.ts';
import { events } from './log/module.ts';
import { lines } from './matching/module.ts';
import { orders } from './orders/module.ts';
import { payments } from './payments/module.ts';
import { priceLists } from './price-lists/module.ts';
import { products } from './products/module.ts';
import { purchases } from './purchases/module.ts';
import { receipts } from './receipts/module.ts';
import { returns } from './returns/module.ts';
import { reviews } from './reviews/module.ts';
import { secondFactor } from './second-factor/module.ts';
import { settings } from './settings/module.ts';
import { shipping } from './shipping/module.ts';

import { status } from './status/module.ts';

import { stock } from './stock/module.ts';

/** What the shop consists of, in the order in which it is opened, filled for a demo, audited, and does its jobs. */
export const modules = [
  settings,
  accounts,
  companies,
  secondFactor,
  categories,
  products,
  priceLists,
  imports,
  lines,
  reviews,
  images,
  files,
  purchases,
  receipts,
  stock,
  invoices,
  payments,
  shipping,
  returns,
  orders,
  desk,
  lists,
  addressBook,
  events,
  status,
  mail,
  limits,
  idempotency,
] as const;
