/** Real lists of buyers with what is right: read with the demo catalogue, each line is right or asked about, and none is wrong or lost. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { TableFault } from '#contract/tables/fault.ts';
import type { Pasted } from '../../web/basket/pasted/paste.ts';
import { demoParts } from '../fixtures/parts-in-memory.ts';
import { type Ordered, order } from './ordered.ts';

interface Expected {
  part: string;
  quantity: number | null;
  customerRef?: string | null;
}
interface Case {
  file: string;
  expected: Expected[] | string;
}

const folder = new URL('cases/', import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'));
const { parts } = demoParts();

/** What `expected.json` says in words. */
const IN_WORDS: Record<string, Expected[]> = {
  'kicost-manf-number-beside-value.csv': [200, 100, 100, 900].map((quantity) => ({ part: '*', quantity })),
  'chinese-gb18030.csv': [
    { part: 'NB-C8', quantity: 100 },
    { part: 'NB-M2-80-2T', quantity: 250 },
    { part: 'NB-N25D', quantity: 300 },
  ],
  'pcpartpicker-markdown.paste.txt': Array.from({ length: 10 }, () => ({ part: '*', quantity: 1 })),
  'eagle-partlist.txt': ['NB-C8', 'NB-C8', 'NB-N25D', 'NB-P850G'].map((part) => ({ part, quantity: 1 })),
  'kicad-individual-and-collated.csv': [
    ...['NB-C8', 'NB-M2-80-2T', 'NB-N25D', 'NB-P850G', 'NB-T120', 'NB-S8', 'NB-P850G', 'NB-M2G4-80-1T'],
    ...['NB-H35-16T', 'NB-G8', 'NB-CR800', 'NB-S8-10'],
  ].map((part, n) => ({ part, quantity: [100, 100, 300, 100, 100, 100, 100, 200, 400, 200, 100, 100][n]! })),
};

const REFUSED: Record<string, TableFault['why']> = {
  'edifact-orders.edi': 'edifact',
  'ubl-order.xml': 'ubl',
  'open-document.ods': 'open_document',
};

function orderCase(file: string): ReturnType<typeof order> {
  const bytes = new Uint8Array(readFileSync(new URL(file, folder)));
  return order(parts, file.includes('.paste.') ? new TextDecoder().decode(bytes) : bytes);
}

/** Quantities that a buyer is offered for a line: in its own question, or by the columns of the one at the top. */
function offered({ table }: Pasted, { pasted, line, match, choices }: Ordered): number[] {
  const row = table?.rows.find(({ row }) => row === pasted.row);
  const places = table?.questions.flatMap(({ is, places }) => (is === 'quantity' ? places : [])) ?? [];
  const shown = choices.flatMap((choice) => /(?:× ([\d,]+)|^([\d,]+) pcs)$/.exec(choice)?.slice(1) ?? []);
  return [
    ...(line.quantity ? [line.quantity] : []),
    ...(line.productId || match.quantity === undefined ? [] : [match.quantity]),
    ...shown.flatMap((text) => (text ? Number(text.replaceAll(',', '')) : [])),
    ...places.map((place) => Number(row?.cells[place])),
  ];
}

describe('real lists of buyers', () => {
  for (const { file, expected } of cases)
    test(file, async () => {
      if (REFUSED[file]) {
        await assert.rejects(orderCase(file), { why: REFUSED[file] });
        return;
      }
      const wanted = typeof expected === 'string' ? IN_WORDS[file]! : expected;
      const { pasted, lines } = await orderCase(file);
      const named = lines.filter(({ match: { product, candidates } }) => product || candidates.length > 0);
      const rest = [...named];
      for (const { part, quantity, customerRef } of wanted) {
        const isOf = ({ match: { product, candidates } }: Ordered) =>
          part === '*' || [product, ...candidates].some((one) => one?.sku === part || one?.mpn === part);
        const at = rest.findIndex(
          (one) => isOf(one) && (quantity === null || one.match.quantity === quantity),
        );
        const [one] = rest.splice(at < 0 ? rest.findIndex(isOf) : at, 1);
        assert.ok(one && isOf(one), `${part} is lost: ${JSON.stringify(pasted.lines)}`);
        const { line } = one;
        if (customerRef !== undefined) assert.equal(line.customerRef ?? null, customerRef);
        if (line.productId && line.quantity)
          assert.equal(line.quantity, quantity, `${part}: ${JSON.stringify(line)}`);
        const said = offered(pasted, one);
        if (quantity !== null && said.length > 0) assert.ok(said.includes(quantity), `${part}: ${said}`);
      }
      for (const { line } of rest) assert.ok(!line.productId, `not asked for: ${JSON.stringify(line)}`);
    });
});
