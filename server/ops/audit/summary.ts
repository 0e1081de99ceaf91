import { type StockAudit, toFaults } from '../../purchases/audit.ts';
import type { Audit } from './audit.ts';

const COLUMNS = ['put in', 'available', 'held', 'sold'];

/**
 * Says what an audit has found: how many products there are, the sum of each number, the products whose numbers do not agree, and all faults.
 * @param all with every product
 */
export function summarize({ stock, faults }: Audit, all = false): string {
  const shown = all ? stock : stock.filter(isWrong);
  const total = `all ${stock.length} products`;
  const width = Math.max(total.length, ...shown.map(({ name }) => name.length));
  const line = (name: string, numbers: (string | number)[]) =>
    `${name.padEnd(width)} ${numbers.map((number) => String(number).padStart(12)).join('')}`;
  const sum = (of: (one: StockAudit) => number) => stock.reduce((result, one) => result + of(one), 0);
  return [
    line('product', COLUMNS),
    ...shown.map((one) => line(one.name, numbersOf(one))),
    line(total, [
      sum((one) => one.putIn),
      sum((one) => one.available),
      sum((one) => one.held),
      sum((one) => one.sold),
    ]),
    '',
    ...(faults.length === 0
      ? [
          'All is well: stock put in = available + held + sold, every paid order has its one payment, and what buyers have unpaid is counted right.',
        ]
      : [`${faults.length} faults:`, ...faults]),
  ].join('\n');
}

const numbersOf = ({ putIn, available, held, sold }: StockAudit) => [putIn, available, held, sold];

const isWrong = (one: StockAudit) => toFaults(one).length > 0;
