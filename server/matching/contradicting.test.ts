import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Line, Match } from '#contract/matching/schema.ts';
import { demoParts } from '../../tests/fixtures/parts-in-memory.ts';
import { inTurns } from '../ground/limits/turns.ts';
import { matchLines } from './match.ts';

const { parts, products } = demoParts();

async function matchesOf(lines: Line[]): Promise<Match['match'][]> {
  const matched = await matchLines(parts, lines, inTurns(), () => true);
  return matched.map((json) => JSON.parse(json).match);
}

describe('a description beside a part number is to be confirmed where it is of another part by', () => {
  const facts: [what: string, mpn: string, same: string[], other: string[]][] = [
    ['its watts', 'NB-P850G', ['PSU 850W Gold', 'Netzteil 850 W'], ['650 watt PSU']],
    ['its millimetres', 'NB-F120', ['12 cm fan', 'Fan 120x120x25mm 12V'], ['Case fan 140 mm']],
    [
      'its inches',
      'NB-H35-20T',
      ['HDD 3.5"', 'Hard drive 20TB, 512 MB cache'],
      ['HDD 2.5"', 'Disque dur 16 To', 'HDD 16TB 512MB'],
    ],
    ['its speed', 'NB-N25D', ['25 Gb/s', '25GbE dual SFP28'], ['100 Gb/s', '10 GbE']],
    ['its ports', 'NB-N25D', ['NIC 2 ports', 'dual-port 25G'], ['quad-port 25G', 'NIC, ports: 4']],
    [
      'its cores',
      'NB-C8',
      ['8-core CPU 4.7 GHz', 'Cores 8; Threads 16', ''],
      ['6 cores', '6 Kerne', '6 cœurs', 'CPU 4.8 GHz', 'CPU C6'],
    ],
    ['its generation', 'D5U-5600-32', ['DDR5 DIMM', '32GB 5600MHz, 40 g'], ['DDR4 UDIMM', 'DDR5-4800']],
    ['its version', 'NB-N25D', ['PCIe 3.0'], ['PCIe 4.0 x8']],
    ['its kind', 'D5U-5600-32', ['UDIMM'], ['RDIMM', 'SO-DIMM 32 GB']],
    ['its interface', 'SSD-M2-2T', ['NVMe PCIe'], ['SSD 2TB SATA']],
    [
      'its colour',
      'PC6A-030-BU',
      ['Patchkabel 3 m blau', 'Patch'],
      ['Patch cable red', 'Patchkabel schwarz'],
    ],
    ['no colour but its own', 'NB-CR1200', ['CRPS 1200 W black'], ['CRPS 800 W black']],
    ['what it has or not', 'D5U-5600-32', ['non-ECC', 'on-die ECC', 'ECC: no'], ['ECC UDIMM', 'DDR5 ECC']],
    ['a word of its siblings', 'TRX-1G-LX', ['Transceiver for the lab'], ['Transceiver 1G, industrial']],
  ];
  for (const [what, mpn, same, other] of facts)
    test(what, async () => {
      const kinds = await matchesOf([...same, ...other].map((text) => ({ mpn, text })));
      assert.deepEqual(kinds, [...same.map(() => 'exact'), ...other.map(() => 'likely')]);
    });
});

test('other columns of its row may contradict it, too, and name nothing', async () => {
  const rows = ['Capacity 1 TB', 'Colour black; Capacity 2 TB', 'Place server room', 'Project NB-C8'];
  const kinds = await matchesOf(rows.map((besides) => ({ mpn: 'SSD-M2-2T', besides })));
  assert.deepEqual(kinds, ['likely', 'exact', 'exact', 'exact']);
});

test('no part is contradicted by its own name, details or attributes', async () => {
  const lines = products.flatMap(({ sku, name, shortDetails, attributes }) => {
    const values = attributes.map(({ name, value, unit = '' }) => `${name}: ${value} ${unit}`).join(', ');
    return [name, shortDetails, values, `${name}, ${shortDetails}`].map((text) => ({ sku, text }));
  });
  const kinds = await matchesOf(lines);
  assert.deepEqual(
    lines.filter((_, n) => kinds[n] !== 'exact'),
    [],
  );
});
