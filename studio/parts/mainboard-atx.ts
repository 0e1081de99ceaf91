import type * as THREE from 'three';
import { anodised, mattePlastic, powderCoat } from '../materials.ts';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { chip, crystal } from '../pieces/chips.ts';
import { dimmSlot, pcieSlot, pinHeader, port, powerSocket, rj45 } from '../pieces/connectors.ts';
import { fins } from '../pieces/cooling.ts';
import { screw } from '../pieces/fasteners.ts';
import {
  at,
  block,
  box,
  crown,
  group,
  type Place,
  plate,
  polygon,
  repeat,
  roundedRect,
  row,
} from '../pieces/forms.ts';
import {
  audioJacks,
  coinCell,
  cpuSocket,
  fanHeader,
  sataPorts,
  shroud,
  usbStack,
} from '../pieces/mainboard.ts';
import { ceramicCapacitor, inductor, polymerCapacitor, resistor } from '../pieces/passives.ts';
import { print } from '../print.ts';

export const shot: Shot = { turn: 33, elevation: 43, lens: 16, fill: 0.95, aperture: 0.04, stops: 0.2 };

const [width, height] = [244, 305];
const silver = anodised('#b6bbc2');
const graphite = anodised('#5a6068');

/** Fins along y over a solid foot, with the corners cut as an extrusion is milled. */
function powerCooler(length: number, depth: number): THREE.Group {
  return group(
    box(depth, length, 9, graphite, 1),
    at(fins(Math.round(length / 3.4), length - 2, depth - 3, 13, silver, 1.1), 0, 0, 8.5, 90),
    at(box(depth * 0.34, length - 1, 14.4, graphite, 1.2), depth * 0.22, 0, 8.4),
  );
}

/** A flat M.2 cover with grooves, screwed at one end. */
function m2Cover(length: number): THREE.Group {
  const made = group(
    box(length, 25, 3, graphite, 0.5),
    at(crown(plate(roundedRect(length - 1, 24, 1.6), 4, silver, { bevel: 0.6 }), 6), 0, 0, 3),
  );
  for (const n of [0, 1, 2, 3, 4])
    made.add(at(block(length * 0.36, 0.8, 0.1, mattePlastic('#3a3d41')), length * 0.26, -6 + n * 3, 7));
  made.add(at(screw(5), -length / 2 + 4.4, 8, 7, 20), at(screw(5), length / 2 - 4.4, -8.6, 7, 60));
  return made;
}

/** The rear ports along the left edge, mouths to -x, under their cover. */
function rearPorts(z: number): THREE.Group {
  const x = -width / 2 + 6.4;
  const made = group();
  const put = (piece: THREE.Object3D, y: number, up = 0): void => {
    made.add(at(piece, x, y, z + up, -90));
  };
  put(usbStack(3, '#23262a'), 134);
  put(usbStack(2, '#23262a'), 115);
  put(port(15, 6, 14), 115, 18);
  put(usbStack(2, '#2f6fb5'), 94);
  put(rj45(1), 94, 16.4);
  put(usbStack(2, '#b3352c'), 73);
  put(port(9, 3.4, 12), 73, 18);
  put(usbStack(2, '#2f6fb5'), 53);
  put(port(16.4, 6, 14), 53, 18);
  put(audioJacks(1, 3, ['#c26a86', '#6fae4f', '#4b86c2']), 35);
  put(audioJacks(1, 3), 21);
  return made;
}

function ioCover(): THREE.Group {
  const shape = polygon([
    [-16, -66],
    [11, -66],
    [17, -58],
    [17, 40],
    [6, 66],
    [-16, 66],
  ]);
  const body = plate(shape, 8, powderCoat('#33373c'), { bevel: 1.2 });
  const words = print(100, 26, 'ink', (canvas) => {
    canvas.mark(-38, 0, 15, '#dfe3e8');
    canvas.text('Northbridge', -27, 0.4, 10.6, '#dfe3e8', { weight: 680 });
  });
  words.rotation.z = Math.PI / 2;
  const made = group(
    at(body, 0, 0, 26),
    at(box(3, 128, 24, powderCoat('#33373c'), 0.8), 14.6, -1, 3),
    at(group(words), -1, -3, 34.08),
  );
  // Slots at its end breathe.
  for (let n = 0; n < 7; n++)
    made.add(at(block(15, 1.1, 0.1, mattePlastic('#0d0e10')), -4, 51 + n * 2, 34.02, 0));
  return made;
}

export function build(): THREE.Group {
  const shape = roundedRect(width, height, 3);
  const board = new Board(width, height, { mask: 'black', shape, seed: 790 });
  const z = board.top;
  board.pour(0, 0, width - 3, height - 3, 2).wiring(0, 0, width - 6, height - 6, 1500);
  // The memory's bus runs straight from the socket, the lanes from it to the slots.
  board.bus(34, 92, 66, 92, 22, 0.9).bus(34, 60, 66, 66, 22, 0.9);
  for (const n of [-20, -12, -4, 4]) board.bus(n, 36, n + 4, 4, 7, 0.7, true);
  const holes: Place[] = [
    [-width / 2 + 6.4, 146],
    [-width / 2 + 6.4, -11],
    [-width / 2 + 6.4, -146],
    [35, 146],
    [35, -11],
    [35, -146],
    [width / 2 - 6, 146],
    [width / 2 - 6, -11],
    [width / 2 - 6, -146],
  ];
  for (const [x, y] of holes) board.land(x, y, 4.4, 'tin', 2);
  board.text('NB-Z790W', -106, -62, 6.4, { weight: 750 }).mark(-112, -62, 6.6);
  board.text('PCIEX16_1', 26, -28, 2.4).text('PCIEX16_2', 26, -104, 2.4);
  board.text('DDR5  A1 A2 B1 B2', 66, -4, 2.6, { weight: 600 });
  board.text('EATX12V', -58, 134, 2.4).text('M2_1', -24, -8, 2.2).text('SATA', 96, -42, 2.4);
  board.text('16+1 POWER STAGES', -28, 116, 2.4);
  board.line(
    [
      [-118, -84],
      [-84, -84],
      [-78, -90],
      [-78, -148],
    ],
    0.7,
  );
  board.text('AUDIO', -114, -88, 2.4);

  const made = group(board.mesh());
  made.add(rearPorts(z), at(ioCover(), -width / 2 + 18, 78, z));

  // Power: chokes round the socket, their stages under two finned coolers, solid capacitors.
  const socket = [2, 74] as const;
  made.add(at(cpuSocket(), socket[0], socket[1], z));
  made.add(at(powerCooler(112, 26), -71, 76, z), at(powerCooler(84, 24), 2, 131, z, 90));
  made.add(
    repeat(inductor(8.6, 7, 'R15', '#46494d'), [
      ...Array.from({ length: 9 }, (_, n): Place => [-50.6, 33 + n * 10.2, z, 0]),
      ...row(7, 10.4, 6, 113.4, z),
    ]),
  );
  made.add(
    repeat(polymerCapacitor(6.3, 7.7, '#2b2e33'), [
      ...Array.from({ length: 9 }, (_, n): Place => [-41.6, 33 + n * 9, z, 90]),
      ...row(4, 8, -10, 29, z),
      ...[92, 100, 108].map((y): Place => [104, y, z, 90]),
    ]),
  );
  made.add(at(powerSocket(4, 2, 11), -70, 142, z, 180), at(powerSocket(4, 2, 11), -48, 142, z, 180));

  // Memory, main power, right edge.
  for (const [n, x] of [60, 69.6, 79.2, 88.8].entries())
    made.add(at(dimmSlot(142, -5, n % 2 ? '#3c4046' : '#1c1e21', '#4b5057'), x, 68, z, 90));
  made.add(at(powerSocket(12, 2, 11), width / 2 - 7.2, 43, z, -90));
  made.add(
    at(fanHeader(), 78, 148, z),
    at(fanHeader('#dfe2e5'), 60, 148, z),
    at(shroud(24, 8, 9), width / 2 - 6, -4, z, 90),
    at(shroud(10, 7, 12), width / 2 - 6, 12, z, 90),
    at(sataPorts(1), width / 2 - 8, -54, z, 90),
    at(sataPorts(1), width / 2 - 8, -70, z, 90),
    at(fanHeader(), width / 2 - 6, 104, z, -90),
  );

  // Expansion: slots with M.2 covers between them.
  const slot = (lanes: 1 | 4 | 8 | 16, armour: boolean): THREE.Group => pcieSlot(lanes, armour, '#1c1e21');
  const left = -width / 2 + 48;
  made.add(
    at(slot(16, true), left + 44.5, -34, z),
    at(slot(1, false), left + 12.5, -74, z),
    at(slot(16, true), left + 44.5, -94.6, z),
    at(slot(16, false), left + 44.5, -135, z),
  );
  made.add(at(m2Cover(104), 10, -13.4, z), at(m2Cover(84), 10, -56, z), at(m2Cover(98), -6, -115, z));
  made.add(at(m2Cover(62), -10.4, -76, z));

  // The chipset's cooler, with a facet and the mark.
  const facet = polygon([
    [-31, -27],
    [31, -27],
    [31, 16],
    [20, 27],
    [-31, 27],
  ]);
  made.add(
    at(box(58, 50, 4, graphite, 0.6), 79, -78, z),
    at(crown(plate(facet, 6, silver, { bevel: 0.9 }), 7), 79, -78, z + 4),
  );
  const emblem = print(60, 52, 'laser', (canvas) => {
    canvas.mark(-17, 8, 14, '#43484e');
    canvas.text('Z790W', -26, -11, 7, '#43484e', { weight: 740 });
    for (let n = 0; n < 9; n++)
      canvas.line(
        [
          [4 + n * 4, -27],
          [26 + n * 4, 27],
        ],
        'rgba(70,75,82,0.55)',
        0.7,
      );
  });
  made.add(at(emblem, 79, -78, z + 10.07));

  // Sound and lower edge.
  made.add(
    repeat(polymerCapacitor(6.3, 8, '#b98b2f'), [
      ...[-98, -106, -114, -122].map((y): Place => [-92, y, z]),
      ...[-98, -106, -114].map((y): Place => [-102, y, z]),
    ]),
    at(chip(9, 9, 1, { legs: 'qfp', pitch: 0.5, lines: ['NB-A97', '2531'] }), -104, -126, z),
    at(coinCell(), 62, -126, z),
    at(chip(14, 14, 1.2, { legs: 'qfp', pitch: 0.5, lines: ['NB-IO66', 'S2', '2529'] }), -100, -36, z),
    at(chip(8, 8, 0.9, { lines: ['NB-E25', '2.5G'] }), -84, -6, z),
    at(chip(7, 7, 0.9, { legs: 'qfp', pitch: 0.5, lines: ['VR16', '31'] }), 38, 120, z),
    at(crystal(5, 3.2), -98, -20, z),
    at(chip(7.6, 5.2, 1.8, { legs: 'so', pitch: 1.27, lines: ['BIOS'], marked: false }), 96, -122, z),
  );
  const lower = -height / 2 + 5.4;
  made.add(
    at(pinHeader(5, 2), -90, lower, z),
    at(pinHeader(9, 1), -64, lower, z),
    at(pinHeader(5, 2), -38, lower, z),
    at(pinHeader(5, 2), -20, lower, z),
    at(fanHeader(), 2, lower, z),
    at(fanHeader(), 18, lower, z),
    at(shroud(22, 7, 9), 56, lower, z),
    at(pinHeader(5, 2), 82, lower, z),
    at(pinHeader(7, 2), 102, lower, z),
  );

  const small: Place[] = [
    ...row(20, 2.4, 2, 36.6, z, 90),
    ...row(14, 2.4, 2, 33.6, z, 90),
    ...Array.from({ length: 22 }, (_, n): Place => [36.6, 48 + n * 2.5, z, 0]),
    ...Array.from({ length: 18 }, (_, n): Place => [51, 30 + n * 4.4, z, 0]),
    ...Array.from({ length: 24 }, (_, n): Place => [98, 4 + n * 3.2, z, 0]),
    ...row(16, 3, 80, -42, z, 90),
    ...row(14, 3, 78, -110, z, 90),
    ...row(18, 2.6, -96, -52, z, 90),
    ...row(10, 2.6, -102, -72, z, 90),
    ...Array.from({ length: 14 }, (_, n): Place => [40, -64 - n * 3, z, 0]),
  ];
  made.add(repeat(ceramicCapacitor('0805'), small));
  made.add(
    repeat(
      resistor('0805'),
      small.filter((_, n) => n % 3 === 0).map(([x, y, , turn]): Place => [x + 1.8, y - 3.2, z, turn]),
    ),
  );
  return group(made);
}
