import type * as THREE from 'three';
import { aluminium, brass, nickel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { cardBoard, slotBracket } from '../pieces/cards.ts';
import { chip, crystal, powerStage } from '../pieces/chips.ts';
import { sfpCage } from '../pieces/connectors.ts';
import { screw } from '../pieces/fasteners.ts';
import { at, box, cylinder, grid, group, type Place, repeat, row } from '../pieces/forms.ts';
import { ceramicCapacitor, diode, inductor, polymerCapacitor, resistor } from '../pieces/passives.ts';
import { label, print } from '../print.ts';

export const shot: Shot = { turn: 50, elevation: 37, lens: 15, fill: 0.94, aperture: 0.045, stops: 0.1 };

const [width, height] = [142, 68.9];
const cages = { y: 3, z: 1.7 };

function cooler(): THREE.Group {
  const metal = aluminium();
  const made = group(
    box(42, 42, 3, metal, 0.5),
    // Cross-cut pins, as air may come from either side.
    at(repeat(box(1.9, 2.6, 8.6, metal, 0.35), grid(12, 9, 3.5, 4.6)), 0, 0, 2.6),
  );
  for (const side of [1, -1]) {
    made.add(
      at(box(7, 7, 2.4, metal, 0.7), side * 21.4, side * 21.4),
      at(cylinder(2.4, 5.2, brass(), { bevel: 0.4 }), side * 22.4, side * 22.4, 2.2),
      at(cylinder(3.1, 1.1, nickel(), { bevel: 0.4 }), side * 22.4, side * 22.4, 7.2),
    );
  }
  return made;
}

export function build(): THREE.Group {
  const board = cardBoard(width, height, 8, { mask: 'black', seed: 25, start: 50 });
  const [x, y] = [width / 2, height / 2];
  board.wiring(0, 4, width - 4, height - 12, 380);
  board.bus(-24, 12, 2, 8, 8, 0.55).bus(-24, -4, 2, -2, 8, 0.55);
  for (const [a, b] of [
    [-x + 5, y - 4.6],
    [-x + 5, -y + 17],
    [x - 4.4, y - 4.4],
    [x - 4.4, -y + 12.4],
  ] as const)
    board.land(a, b, 2.9, 'gold', 1.6);
  board.frame(22, 5, 45, 45, 0.25);
  board.text('NB-N25D', -51, -17.6, 4, { weight: 720 }).mark(-55.4, -17.6, 4.4);
  board.text('25GbE  DUAL SFP28  REV A2', -57.4, -22.6, 1.9);
  const made = group(board.mesh());
  const z = board.top;
  made.add(at(cooler(), 22, 5, z));
  made.add(at(sfpCage(2), -x + 23.6, cages.y, z, -90));
  made.add(
    at(
      repeat(
        inductor(6.2, 3.6, 'R22'),
        [22, 13, 4, -5].map((b): Place => [60, b, z]),
      ),
      0,
      0,
    ),
    at(
      repeat(
        powerStage(4.6, 5, ['NB42']),
        [22, 13, 4, -5].map((b): Place => [52.4, b, z]),
      ),
      0,
      0,
    ),
    at(repeat(polymerCapacitor(5, 5.8, '#7a2130'), row(3, 6.2, -8, -20.4, z)), 0, 0),
    at(chip(7.6, 5.2, 1.6, { legs: 'so', pitch: 1.27, lines: ['NB25F', '64M'], marked: false }), -10, 22, z),
    at(chip(5, 5, 0.9, { legs: 'qfp', pitch: 0.5, lines: ['PHY', '2530'], marked: false }), -12, 4, z),
    at(crystal(5, 3.2), -11, 13, z),
    at(crystal(3.2, 2.5), 44.6, -18, z),
  );
  const small: Place[] = [
    ...row(16, 2, 22, 30.4, z, 90),
    ...row(14, 2.2, 26, -19.6, z, 90),
    ...row(8, 2, 56, -11.4, z, 90),
    ...row(6, 2, 56, 28.6, z, 90),
    ...Array.from({ length: 9 }, (_, n): Place => [-5.4, -10 + n * 3, z, 0]),
    ...Array.from({ length: 7 }, (_, n): Place => [-17, -10 + n * 3, z, 0]),
  ];
  made.add(repeat(ceramicCapacitor('0603'), small));
  made.add(repeat(resistor('0603'), [...row(14, 2.2, 26, -22.6, z, 90), ...row(8, 2, 56, -15, z, 90)]));
  made.add(
    repeat(
      diode(),
      [20, 24, -14, -18].map((b): Place => [-x + 3, b, z, 90]),
    ),
  );
  const sticker = label(
    26,
    8,
    'paper',
    (canvas) => {
      canvas.fill('#f5f5f2');
      canvas.text('Northbridge NB-N25D', -12.2, 2.2, 1.9, '#15181c', { weight: 680 });
      canvas.text('MAC 7C:C2:55:1E:40:A0', -12.2, -0.2, 1.5, '#15181c', { weight: 560 });
      canvas.barcode(-4, -2.5, 16, 1.7, 25);
      canvas.matrixCode(9.3, 0, 5.6, 28);
    },
    0.4,
  );
  made.add(at(sticker, -x + 23.6, cages.y + 7.8, z + 9.92, 0));

  // The low-profile bracket is on the card ...
  const cut = { z: z + 4.9, width: 31.6, height: 10.8 };
  const foot = -y - 1.5;
  const low = slotBracket(79.2, [{ ...cut, y: cages.y - foot }], [[58, 72]]);
  made.add(at(low, -x - 0.2, foot));
  const marks = print(16, 40, 'ink', (canvas) => {
    for (const [n, b] of [7.8, -7.8].entries()) {
      canvas.text(`${n + 1}`, 5.6, b, 2.6, '#2a2e33', { align: 'center', weight: 700, turn: -90 });
    }
  });
  marks.rotation.set(0, -Math.PI / 2, 0);
  made.add(at(group(marks), -x - 1.12, cages.y, 6));
  for (const b of [y - 4.6, -y + 17])
    made.add(at(box(9, 7.4, 0.9, nickel(), 0.3), -x + 4, b, z), at(screw(4.6), -x + 5, b, z + 0.9, 25));

  // ... and the full-height one beside it, face up on the table.
  const spare = slotBracket(120, [{ ...cut, y: cages.y - foot }], [[60, 108]]);
  spare.rotation.set(0, Math.PI / 2, 0);
  const flat = at(group(spare), 67, -69, -4.6, 86);
  return group(made, flat);
}
