import type * as THREE from 'three';
import { anodised, brass, mattePlastic, nickel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { cardBoard, slimSas, slotBracket } from '../pieces/cards.ts';
import { chip, crystal, powerStage } from '../pieces/chips.ts';
import { pinHeader } from '../pieces/connectors.ts';
import { fins } from '../pieces/cooling.ts';
import { screw } from '../pieces/fasteners.ts';
import { at, box, cylinder, group, type Place, repeat, row, stand, turned } from '../pieces/forms.ts';
import {
  ceramicCapacitor,
  diode,
  inductor,
  polymerCapacitor,
  resistor,
  tantalumCapacitor,
} from '../pieces/passives.ts';
import { label } from '../print.ts';

export const shot: Shot = { turn: -33, elevation: 21, lens: 15, fill: 0.92, aperture: 0.04 };

const [width, height] = [156, 68.9];

/** A spring-loaded push pin that holds the heat sink. */
function pushPin(): THREE.Group {
  const coil: [number, number][] = [];
  for (let z = 0; z < 6; z += 1) coil.push([2, z], [2.5, z + 0.5]);
  return group(
    turned([...coil, [2, 6]], nickel(), 24),
    at(cylinder(2.6, 1.4, brass(), { bevel: 0.4 }), 0, 0, 6),
  );
}

function cooler(): THREE.Group {
  const metal = anodised('#565d66');
  const made = group(
    box(52, 44, 3.4, metal, 0.5),
    at(fins(21, 51, 44, 9.4, metal, 0.9), 0, 0, 3),
    // The clear strip across the fins carries the name.
    at(box(34, 11, 9, metal, 0.4), 0, 0, 3.3),
  );
  const badge = label(
    31,
    8.6,
    'metal film',
    (canvas) => {
      canvas.fill('#c6cbd1');
      canvas.mark(-12.2, 0, 4.6, '#1b2026');
      canvas.text('NB-H16i', -8.6, 0.1, 5, '#1b2026', { weight: 720 });
    },
    0.6,
  );
  made.add(at(badge, 0, 0, 12.36));
  for (const [x, y] of [
    [-23.4, 26.4],
    [23.4, -26.4],
  ] as const) {
    made.add(at(box(9, 9, 2.4, metal, 0.8), x, y * 0.95), at(pushPin(), x, y, 2.2));
  }
  return made;
}

export function build(): THREE.Group {
  const board = cardBoard(width, height, 8, { mask: 'green', seed: 16, start: 44 });
  const [x, y] = [width / 2, height / 2];
  board.wiring(0, 5, width - 4, height - 12, 420);
  // Each connector has its lanes run to the controller.
  for (const n of [0, 1, 2, 3]) board.bus(20, 12 - n * 5, 34 + n * 10.4, 12 - n * 5, 6, 0.6);
  for (const [a, b] of [
    [-x + 5, y - 5],
    [-x + 5, -y + 18],
    [x - 4.4, y - 4.4],
    [x - 4.4, -y + 12.4],
  ] as const)
    board.land(a, b, 3, 'tin', 1.6);
  board.frame(-20, 6, 55, 47, 0.25);
  for (const n of [0, 1, 2, 3]) {
    board.text(`C${n}`, 33.6 + n * 11.6, -14.4, 2.3, { weight: 700, align: 'center' });
    board.frame(33.6 + n * 11.6, 5, 10, 29, 0.25);
  }
  board.text('NB-H16i  12G SAS', 8, -22.6, 2.6, { weight: 650 }).mark(-62, -19.4, 4.6);
  board.text('PCIe 4.0 x8  REV B', 44, -22.6, 1.9);
  board.text('ACT', -70, 27.6, 1.5).text('FLT', -70, 22.6, 1.5);

  const made = group(board.mesh());
  const z = board.top;
  made.add(at(cooler(), -20, 6, z));
  for (const n of [0, 1, 2, 3]) made.add(at(slimSas(), 33.6 + n * 11.6, 5, z, 90));
  // Power at the top right, flash, clock, service port and lamps at the bracket's end.
  made.add(
    at(repeat(inductor(6, 3.6, 'R33'), row(3, 8, 32, 28.4, z)), 0, 0),
    at(repeat(powerStage(4.4, 4.4, ['NB40']), row(3, 8, 32, 22.8, z)), 0, 0),
    at(polymerCapacitor(5, 6), 55.4, 28, z),
    at(polymerCapacitor(5, 6), 61.6, 28, z),
    at(tantalumCapacitor(6, 3.2, 1.9), -56, -14, z),
    at(tantalumCapacitor(6, 3.2, 1.9), -56, -9.6, z),
    at(chip(7.6, 5.2, 1.6, { legs: 'so', pitch: 1.27, lines: ['NB25F', '128M'], marked: false }), -58, 3, z),
    at(chip(6, 6, 0.9, { legs: 'qfp', pitch: 0.5, lines: ['C51', '2530'], marked: false }), -58, 14, z),
    at(crystal(5, 3.2), -58, -2.8, z),
    at(pinHeader(4, 2), -62, 24.6, z, 90),
    at(repeat(diode(), row(1, 1, -72.6, 27.6, z)), 0, 0),
    at(repeat(diode(), row(1, 1, -72.6, 22.6, z)), 0, 0),
  );
  const small: Place[] = [
    ...row(18, 1.9, -20, -20.8, z, 90),
    ...row(12, 2.3, -34, -23.6, z, 90),
    ...row(7, 1.9, -66, 10, z, 90),
    ...row(6, 1.9, -66, 18, z, 90),
    ...[0, 1, 2, 3].flatMap((n) => row(4, 1.8, 33.6 + n * 11.6, -17.6, z, 90)),
    ...Array.from({ length: 10 }, (_, n): Place => [10, -13 + n * 3.6, z, 0]),
    ...Array.from({ length: 10 }, (_, n): Place => [-49.5, -13 + n * 3.6, z, 0]),
  ];
  made.add(repeat(ceramicCapacitor('0603'), small));
  made.add(repeat(resistor('0603'), [...row(12, 2.3, 46, -19.9, z, 90), ...row(7, 2.2, -57, -24, z, 90)]));
  const sticker = label(
    17,
    9.4,
    'paper',
    (canvas) => {
      canvas.fill('#f5f5f2');
      canvas.text('Northbridge', -7.7, 2.9, 2.1, '#15181c', { weight: 700 });
      canvas.text('NB-H16i-SAS12', -7.7, 0.5, 1.5, '#15181c', { weight: 560 });
      canvas.barcode(-2.2, -2.6, 11, 2.6, 16);
      canvas.matrixCode(6, -2, 3.6, 61);
    },
    0.4,
  );
  made.add(at(sticker, -66.4, -9.6, z + 0.06, 90));

  // Low-profile bracket, screwed to the card by two tabs.
  const ends = slotBracket(79.2, [], [[18, 66]]);
  made.add(at(ends, -x - 0.2, -y - 1));
  for (const b of [y - 5, -y + 18])
    made.add(
      at(box(9, 8, 0.9, nickel(), 0.3), -x + 4, b, z),
      at(screw(4.6, 'cross'), -x + 5, b, z + 0.9, 20),
      at(cylinder(1, 0.3, mattePlastic()), -x + 5, b, z),
    );
  return group(stand(made));
}
