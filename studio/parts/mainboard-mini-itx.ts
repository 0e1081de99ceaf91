import type * as THREE from 'three';
import { anodised, brass, nickel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { chip, crystal } from '../pieces/chips.ts';
import { boxHeader, pcieSlot, pinHeader, port, powerSocket, rj45 } from '../pieces/connectors.ts';
import { fins } from '../pieces/cooling.ts';
import { screw, standoff } from '../pieces/fasteners.ts';
import { at, box, cylinder, group, type Place, repeat, roundedRect, row, turned } from '../pieces/forms.ts';
import {
  audioJacks,
  barrelJack,
  coinCell,
  fanHeader,
  sataPorts,
  serialPort,
  sodimmSlot,
  terminalBlock,
  usbStack,
} from '../pieces/mainboard.ts';
import { ceramicCapacitor, inductor, polymerCapacitor, resistor } from '../pieces/passives.ts';
import { label, print } from '../print.ts';

export const shot: Shot = { turn: -29, elevation: 39, lens: 16, fill: 0.93, aperture: 0.045, stops: 0.05 };

const side = 170;

/** The extruded cooler over processor and chipset: tall fins along the draught, a plain field with the name. */
function cooler(): THREE.Group {
  const black = anodised('#79818a');
  const made = group(
    box(92, 88, 5, black, 0.8),
    at(fins(21, 91, 88, 18, black, 1.5), 0, 0, 4.6),
    at(box(46, 19, 18.4, black, 0.8), 0, -18, 4.8),
  );
  const words = print(44, 18, 'laser', (canvas) => {
    canvas.mark(-16.6, 3.2, 6.6, '#d5d9de');
    canvas.text('Northbridge', -11.8, 3.4, 5, '#d5d9de', { weight: 680 });
    canvas.text('NB-I60  FANLESS', -19.6, -4.6, 3.4, '#b4bac1', { weight: 600 });
  });
  made.add(at(words, 0, -18, 23.27));
  for (const x of [-42, 42]) {
    for (const y of [-48.6, 48.6]) {
      const coil: [number, number][] = [];
      for (let z = 0; z < 6; z += 1.2) coil.push([2.2, z], [2.8, z + 0.6]);
      made.add(
        at(box(9, 12, 3.2, black, 1), x, y * 0.96),
        at(turned([...coil, [2.2, 6]], nickel(), 24), x, y, 3.2),
        at(screw(6, 'cross', brass()), x, y, 9.2, 20),
      );
    }
  }
  return made;
}

export function build(): THREE.Group {
  const board = new Board(side, side, { mask: 'blue', shape: roundedRect(side, side, 2), seed: 60 });
  const z = board.top;
  const half = side / 2;
  board.pour(0, 0, side - 3, side - 3, 1.4).wiring(0, 0, side - 5, side - 5, 900);
  board.bus(30, 8, 66, 14, 18, 0.8).bus(30, -12, 66, -8, 14, 0.8);
  for (const x of [-half + 6.4, half - 6.4])
    for (const y of [-half + 10.2, half - 6.4]) board.land(x, y, 4.2, 'tin', 2);
  board.text('NB-I60', 60.6, -51.4, 4.4, { weight: 750 }).mark(56.4, -51.4, 4.4);
  board.text('MINI-ITX  REV 1.2', 54.4, -56.6, 2.2);
  board.text('SO-DIMM 1', 62, 47.6, 2).text('SO-DIMM 2', 42, 47.6, 2);
  board.text('M2_M', 52, 60, 2).text('GPIO', -74, 60, 2, { turn: 90 });

  const made = group(board.mesh());
  made.add(at(cooler(), -21, 8, z));

  // The rear panel, mouths over the board's edge.
  const edge = -half + 7;
  made.add(
    at(barrelJack(), -76.4, edge - 0.4, z),
    at(serialPort(), -53.4, edge - 3.4, z),
    at(port(15, 6, 14), -27.6, edge, z),
    at(port(16.2, 6, 14), -27.6, edge, z + 8.4),
    at(usbStack(2, '#23262a'), -8.6, edge + 1, z),
    at(rj45(1), -8.6, edge + 2, z + 16.4),
    at(usbStack(2, '#2f6fb5'), 9.4, edge + 1, z),
    at(rj45(1), 9.4, edge + 2, z + 16.4),
    at(usbStack(2, '#2f6fb5'), 28, edge + 1, z),
    at(audioJacks(1, 2, ['#6fae4f', '#c26a86']), 44.4, edge, z),
    at(terminalBlock(6), 66.4, edge - 0.6, z),
  );

  // Memory on the right, lying one over the other.
  made.add(at(sodimmSlot(9), half - 4.6, 6, z, 90), at(sodimmSlot(4), half - 13.4, 6, z, 90));
  made.add(
    at(coinCell(), 38.6, -46, z),
    at(chip(8, 8, 0.9, { lines: ['NB-E25', '2.5G'] }), 6, -54, z),
    at(chip(8, 8, 0.9, { lines: ['NB-E25', '2.5G'] }), -12, -54, z),
    at(chip(7, 7, 1, { legs: 'qfp', pitch: 0.5, lines: ['NB-A60', '31'] }), 22, -56, z),
    at(chip(10, 10, 1.1, { legs: 'qfp', pitch: 0.5, lines: ['NB-IO', '2530'] }), 72, -42, z),
    at(chip(10, 4.4, 1.2, { legs: 'so', pitch: 0.65, lines: ['RS232'], marked: false }), -54, -58, z),
    at(crystal(5, 3.2), 14, -60, z),
    at(crystal(5, 3.2), 58, -40, z),
  );
  // Input power behind the barrel jack.
  made.add(
    repeat(polymerCapacitor(8, 9, '#27306b'), [
      [-76, -58, z],
      [-76, -48, z],
      [-76, -38, z],
    ]),
    repeat(inductor(7, 5, '3R3', '#46494d'), [
      [-76, -28, z],
      [-76, -19, z],
      [-76, -10, z],
      [-76, -1, z],
    ]),
    repeat(polymerCapacitor(6.3, 7.7, '#27306b'), [
      [-77, 9, z],
      [-77, 17, z],
      [-77, 25, z],
    ]),
  );
  // Far edge: storage, expansion, headers.
  made.add(
    at(sataPorts(1, 1, '#1f4f9b'), 24, half - 7.4, z, 180),
    at(sataPorts(1, 1, '#1f4f9b'), 40, half - 7.4, z, 180),
    at(powerSocket(2, 2, 11, '#dcdcd6'), 58, half - 8, z),
    at(pcieSlot(4, false), -34, half - 9, z),
    at(boxHeader(20, 9, 9, 5, 2), -70, half - 12, z),
    at(pinHeader(8, 2), 0, half - 6, z),
    at(pinHeader(6, 2), -78, 46, z, 90),
    at(fanHeader('#e3e5e6'), -74, 62, z, 90),
    at(standoff(5, 3), 74, half - 24, z),
    at(cylinder(2, 0.4, brass()), 74, half - 24, z + 3),
  );

  const small: Place[] = [
    ...row(20, 2.5, -10, -47.6, z, 90).filter(([x]) => Math.abs(x + 21) < 38 || x > 20),
    ...row(12, 2.5, -40, -61, z, 90),
    ...row(10, 2.4, 10, -63, z, 90),
    ...Array.from({ length: 26 }, (_, n): Place => [34, -26 + n * 3, z, 0]),
    ...Array.from({ length: 22 }, (_, n): Place => [39, -20 + n * 3, z, 0]),
    ...row(8, 2.4, 62, -61, z, 90),
    ...row(7, 2.6, 66, -34, z, 90),
    ...row(10, 3, 52, 54, z, 90),
    ...Array.from({ length: 12 }, (_, n): Place => [-70.6, -28 + n * 4, z, 0]),
  ];
  made.add(repeat(ceramicCapacitor('0805'), small));
  made.add(
    repeat(
      resistor('0603'),
      small.filter((_, n) => n % 2 === 0).map(([x, y, , turn]): Place => [x + 1.6, y + 2.6, z, turn]),
    ),
  );
  const sticker = label(
    30,
    9,
    'paper',
    (canvas) => {
      canvas.fill('#f5f5f2');
      canvas.text('NB-I60-2L  SN 25310600417', -14, 2.4, 1.9, '#15181c', { weight: 640 });
      canvas.barcode(-3.6, -1.6, 20, 3.8, 60);
      canvas.matrixCode(11, -0.6, 6, 60);
    },
    0.4,
  );
  made.add(at(sticker, 51, 20, z + 0.05, 90));
  return made;
}
