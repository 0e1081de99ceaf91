/** Real lists of buyers with what is right: read with the demo catalogue, each line is right or asked about, and none is wrong or lost. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Line, Match } from '#contract/lines.ts';
import type { TableFault } from '#contract/tables/fault.ts';
import { inTurns } from '../../server/limits/turns.ts';
import { findCells } from '../../server/lines/cells.ts';
import { matchLines } from '../../server/lines/match.ts';
import { partOf } from '../../web/pages/order/pasting/pasted-ops.ts';
import type { LookUp, Pasted, PastedLine } from '../../web/pasted/paste.ts';
import { readPasted } from '../../web/pasted/pasted.ts';
import { demoParts } from '../fixtures/parts-in-memory.ts';

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
const takeTurn = inTurns();
const lookUp: LookUp = (cells) => findCells(parts, cells, takeTurn, () => true);

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

const asked = ({ raw, quantity, ...line }: PastedLine): Line => {
  const part = partOf({ raw, ...line });
  return { ...(Object.keys(part).length > 0 ? part : { text: raw }), ...(quantity ? { quantity } : {}) };
};

async function readCase(file: string): Promise<{ pasted: Pasted; matches: Match[] }> {
  const bytes = new Uint8Array(readFileSync(new URL(file, folder)));
  const pasted = await readPasted(file.includes('.paste.') ? new TextDecoder().decode(bytes) : bytes, lookUp);
  const matches = await matchLines(parts, pasted.lines.map(asked), takeTurn, () => true);
  return { pasted, matches: matches.map((json) => JSON.parse(json)) };
}

/** Quantities that a buyer is offered for a line: in its own question, or by the columns of the one at the top. */
function offered({ table }: Pasted, line: PastedLine, match: Match): number[] {
  const row = table?.rows.find(({ row }) => row === line.row);
  const places = table?.questions.flatMap(({ is, places }) => (is === 'quantity' ? places : [])) ?? [];
  return [
    ...(match.quantity === undefined ? [] : [match.quantity]),
    ...(match.readings ?? []),
    ...(match.answers ?? []).flatMap(({ quantity }) => quantity ?? []),
    ...places.map((place) => Number(row?.cells[place])),
  ];
}

describe('real lists of buyers', () => {
  for (const { file, expected } of cases)
    test(file, async () => {
      if (REFUSED[file]) {
        await assert.rejects(readCase(file), { why: REFUSED[file] });
        return;
      }
      const wanted = typeof expected === 'string' ? IN_WORDS[file]! : expected;
      const { pasted, matches } = await readCase(file);
      const found = matches.map((match, n) => ({ match, line: pasted.lines[n]! }));
      const named = found.filter(({ match: { product, candidates } }) => product || candidates.length > 0);
      const rest = [...named];
      for (const { part, quantity, customerRef } of wanted) {
        const isOf = ({ match: { product, candidates } }: (typeof rest)[number]) =>
          part === '*' || [product, ...candidates].some((one) => one?.sku === part || one?.mpn === part);
        const at = rest.findIndex(
          (one) => isOf(one) && (quantity === null || one.match.quantity === quantity),
        );
        const [one] = rest.splice(at < 0 ? rest.findIndex(isOf) : at, 1);
        assert.ok(one && isOf(one), `${part} is lost: ${JSON.stringify(pasted.lines)}`);
        const { match, line } = one;
        if (customerRef !== undefined) assert.equal(line.customerRef ?? null, customerRef);
        const isSure = match.match === 'exact' && match.quantity !== undefined;
        if (isSure) assert.equal(match.quantity, quantity, `${part}: ${JSON.stringify(line)}`);
        const said = offered(pasted, line, match);
        if (quantity !== null && said.length > 0) assert.ok(said.includes(quantity), `${part}: ${said}`);
      }
      for (const { match, line } of rest)
        assert.ok(match.match !== 'exact', `not asked for: ${JSON.stringify(line)}`);
    });
});
