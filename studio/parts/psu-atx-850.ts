import type * as THREE from 'three';
import { gold, mattePlastic, powderCoat, rubber, steel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { powerSocket } from '../pieces/connectors.ts';
import { impeller } from '../pieces/cooling.ts';
import { screw } from '../pieces/fasteners.ts';
import {
  at,
  bar,
  block,
  box,
  cylinder,
  group,
  hole,
  opening,
  plate,
  repeat,
  ring,
  roundedRect,
  row,
  stand,
} from '../pieces/forms.ts';
import { face, perforated, standingPrint, wall } from '../pieces/sheet.ts';
import { label } from '../print.ts';

export const shot: Shot = { turn: -37, elevation: 31, lens: 16, fill: 0.93, aperture: 0.03, stops: 0.1 };

const [width, depth, height] = [150, 150, 86];
const [right, front] = [width / 2, -depth / 2];
const coat = powderCoat('#2b2e32');
const dark = mattePlastic('#191b1d');
const accent = '#b8892c';

/** The 12V-2x6 connector: twelve power pins, four sense pins above; its mouth up, latch to +y. */
function highPower(body = '#1d1f22', plug = false): THREE.Group {
  const shape = roundedRect(20, 8.4, 0.6);
  const cells = [...row(6, 3, 0, 1.55), ...row(6, 3, 0, -1.55)];
  for (const [x, y] of cells) opening(shape, x, y, 2.2, 2.2, 0.5);
  const h = plug ? 13 : 8;
  return group(
    plate(shape, h, mattePlastic(body)),
    block(19, 7.4, 1, mattePlastic('#0c0d0e')),
    repeat(box(0.9, 0.9, h * 0.8, gold(), 0.1), cells),
    at(box(11, 2, h, mattePlastic(body), 0.3), 0, 5),
    at(repeat(box(0.5, 0.5, 0.2, gold(), 0), row(4, 2)), 0, 5, h),
    at(box(5, 1.2, h * 0.8, mattePlastic(body), 0.3), 0, 6.6),
  );
}

/** Roof: the fan behind a honeycomb that is pressed into the sheet. */
function roof(): THREE.Group {
  const shape = roundedRect(width, depth, 2);
  hole(shape, 0, 0, 66);
  const made = group(
    at(plate(shape, 2, coat, { bevel: 0.8, curve: 64 }), 0, 0, height - 2),
    at(ring(64.6, 67.6, 2.6, coat, 1, 128), 0, 0, height - 2),
    at(
      perforated(134, 134, 8.6, 7.5, 1.2, coat, {
        inside: (x, y) => Math.hypot(x, y) < 67 && Math.hypot(x, y) > 19,
      }),
      0,
      0,
      height - 1.7,
    ),
    at(cylinder(22.5, 1.8, coat, { bevel: 0.6 }), 0, 0, height - 1.8),
    impeller(63, 24, 20, 11, mattePlastic('#4a4d51'), height - 26),
    at(cylinder(70, 1, mattePlastic('#0e0f10')), 0, 0, height - 34),
    at(ring(65, 68, 30, dark, 0.5, 96), 0, 0, height - 34),
  );
  const badge = label(
    38,
    38,
    'metal film',
    (canvas) => {
      canvas.fill('#24272b');
      canvas.ring(0, 0, 18, accent, 0.9);
      canvas.mark(0, 3.4, 13, '#e6e8ea');
      canvas.text('850 W', 0, -9.4, 5.4, '#d8a94a', { align: 'center', weight: 700 });
    },
    19,
  );
  made.add(at(badge, 0, 0, height + 0.16));
  for (const x of [-1, 1])
    for (const y of [-1, 1]) made.add(at(screw(7, 'cross'), x * 64, y * 64, height - 0.2));
  return made;
}

/** The modular side. */
function sockets(): THREE.Group {
  const made = group();
  const put = (columns: number, x: number, z: number): void => {
    made.add(at(stand(powerSocket(columns, 2, 5, '#1c1e21')), x, front + 1.2, z));
  };
  put(5, -55, 64);
  put(9, -17.6, 64);
  const strong = stand(highPower('#2a2d31'));
  made.add(at(strong, 29.5, front + 2, 64));
  for (const n of [0, 1, 2, 3, 4]) put(4, -56.4 + n * 22, 42);
  for (const n of [0, 1, 2, 3]) put(3, -58.6 + n * 18.4, 20);
  made.add(
    standingPrint('front', [0, front - 0.35, height / 2], width - 4, height - 4, 'ink', (canvas) => {
      const ink = '#c9cdd1';
      const tag = (words: string, x: number, y: number): void =>
        canvas.text(words, x, y, 3, ink, { align: 'center', weight: 600 });
      tag('MAINBOARD', -31, 33);
      tag('12V-2x6', 29.5, 33);
      tag('CPU / PCIe', -12, 10);
      tag('SATA / PERIPHERAL', -31, -12);
      canvas.rect(58, 0, 22, 78, accent);
      canvas.text('850', 58, 0, 21, '#1d1a12', { align: 'center', weight: 800, turn: 90 });
      canvas.mark(58, -30, 10, '#1d1a12');
      canvas.text('GOLD', 58, 31, 5.4, '#1d1a12', { align: 'center', weight: 750 });
    }),
  );
  return made;
}

export function build(): THREE.Group {
  const made = group(roof(), sockets());
  made.add(
    at(box(width, depth, 2, coat, 0.8), 0, 0, 0),
    at(box(width - 1, depth - 1, height - 40, coat, 1), 0, 0, 1),
    face(wall(width, height, 1.6, coat, [], { radius: 2, bevel: 0.6 }), 'front', 0, front + 1.6, height / 2),
    face(
      wall(width, height, 1.6, coat, [], { radius: 2, bevel: 0.6 }),
      'back',
      0,
      depth / 2 - 1.6,
      height / 2,
    ),
    face(wall(depth, height, 1.6, coat, [], { radius: 2, bevel: 0.6 }), 'right', right - 1.6, 0, height / 2),
    face(wall(depth, height, 1.6, coat, [], { radius: 2, bevel: 0.6 }), 'left', -right + 1.6, 0, height / 2),
  );
  // The rating plate on the flank.
  const plateInk = '#e7e9eb';
  made.add(
    standingPrint('right', [right + 0.3, 0, height / 2], 132, 70, 'film', (canvas) => {
      canvas.rect(0, 0, 132, 70, '#1a1c1f', 2);
      canvas.rect(-59, 0, 14, 70, accent);
      canvas.mark(-42, 23, 13, plateInk);
      canvas.text('Northbridge', -34, 23.4, 9.6, plateInk, { weight: 680 });
      canvas.text('ATX 3.1', 62, 23.4, 5, '#aab0b6', { align: 'right', weight: 600 });
      const rows = [
        ['AC INPUT', '100-240 V  10 A  50/60 Hz', ''],
        ['+12 V', '70.8 A', '850 W'],
        ['+5 V / +3.3 V', '20 A / 20 A', '110 W'],
        ['-12 V / +5 VSB', '0.3 A / 3 A', '18.6 W'],
        ['TOTAL', '', '850 W'],
      ];
      for (const [n, cells] of rows.entries()) {
        const y = 10.4 - n * 8;
        canvas.line(
          [
            [-48, y - 4],
            [62, y - 4],
          ],
          '#565c63',
          0.4,
        );
        canvas.text(cells[0]!, -48, y, 4.2, '#aab0b6', { weight: 600 });
        canvas.text(cells[1]!, -4, y, 4.2, plateInk, { weight: 550 });
        canvas.text(cells[2]!, 62, y, 4.2, '#d8a94a', { align: 'right', weight: 650 });
      }
      canvas.text('NB-P850G  105 °C', -48, -30.4, 3.6, '#aab0b6');
      canvas.barcode(44, -30.4, 34, 4.6, 9, '#dfe2e5');
    }),
  );
  for (const [y, z] of [
    [-68, 80],
    [68, 80],
    [-68, 6],
    [68, 6],
  ] as const)
    made.add(face(screw(5.4, 'cross'), 'right', right, y, z));

  // The 12V-2x6 cable, plugged, and its other end on the table.
  const z = 64;
  const x0 = 29.5;
  const strands = group();
  for (let n = 0; n < 6; n++) {
    const s = (n - 2.5) * 3.3;
    strands.add(
      bar(
        [
          [x0 + s, front - 12, z],
          [x0 + s, front - 22, z - 0.5],
          [x0 + 3 + s * 0.9, front - 44, z - 14],
          [x0 + 14 + s * 0.9, front - 60 - s * 0.3, 20],
          [x0 + 32 + s * 0.7, front - 64 - s * 0.8, 3.5 + (n % 2) * 1.5],
          [x0 + 62 + s * 0.2, front - 54 - s, 1.9],
          [x0 + 92, front - 26 - s, 1.9],
          [x0 + 106 - s * 0.9, front + 8, 1.9 + 1.5],
          [x0 + 110 - s * 0.98, front + 24, 4.4],
        ],
        1.55,
        rubber(n % 2 ? '#2b2d31' : '#232528'),
        { sides: 12, steps: 140 },
      ),
    );
  }
  const first = highPower('#232529', true);
  first.rotation.x = Math.PI / 2;
  const second = highPower('#232529', true);
  second.rotation.x = -Math.PI / 2;
  made.add(
    strands,
    at(group(first), x0, front, z),
    at(group(second), x0 + 110, front + 23, 7),
    repeat(box(22, 4, 3, mattePlastic('#202226'), 0.8), [[x0 + 2, front - 32, z - 8]]),
  );
  made.add(
    repeat(steelPin(), [
      [-60, depth / 2, 10],
      [60, depth / 2, 10],
    ]),
  );
  return made;
}

function steelPin(): THREE.Mesh {
  return box(4, 1, 4, steel(), 0.3);
}
