import { accounts } from './accounts/module.ts';
import { categories } from './categories/module.ts';
import { events } from './events/module.ts';
import { idempotency } from './idempotency/module.ts';
import { images } from './images/module.ts';
import { limits } from './limits/module.ts';
import { mail } from './mail/module.ts';
import { orders } from './orders/module.ts';
import { payments } from './payments/module.ts';
import { products } from './products/module.ts';
import { purchases } from './purchases/module.ts';
import { reviews } from './reviews/module.ts';
import { status } from './status/module.ts';

/** What the shop consists of, in the order in which it is opened, filled for a demo, audited, and does its jobs. */
export const modules = [
  accounts,
  categories,
  products,
  reviews,
  images,
  purchases,
  payments,
  orders,
  events,
  status,
  mail,
  limits,
  idempotency,
] as const;
