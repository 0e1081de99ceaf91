import type * as THREE from 'three';
import { gold, lit, mattePlastic, rubber, steel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { impeller } from '../pieces/cooling.ts';
import { screw } from '../pieces/fasteners.ts';
import {
  at,
  bar,
  block,
  box,
  crown,
  cylinder,
  group,
  plate,
  repeat,
  ring,
  roundedRect,
} from '../pieces/forms.ts';
import { face, perforated, slots, standingPrint, wall } from '../pieces/sheet.ts';
import { label, print } from '../print.ts';

export const shot: Shot = { turn: -36, elevation: 29, lens: 16, fill: 0.93, aperture: 0.03 };

const [width, depth, height] = [73.5, 185, 39.5];
const front = -depth / 2;
const zinc = steel();
const green = '#0d7a3a';

/** The alternating current inlet, its three blades in a shrouded pit; faces -y around the origin. */
function inlet(): THREE.Group {
  const frame = wall(
    28.4,
    21.6,
    3,
    mattePlastic('#202225'),
    [{ x: 0, y: 0, width: 24.6, height: 17.4, radius: 3 }],
    { radius: 2, bevel: 0.5 },
  );
  const made = group(
    face(frame, 'front', 0, 1, 0),
    at(box(26, 1, 19, mattePlastic('#0d0e0f')), 0, 15, -9.5),
    at(box(1, 15, 19, mattePlastic('#17191b')), -12.8, 8, -9.5),
    at(box(1, 15, 19, mattePlastic('#17191b')), 12.8, 8, -9.5),
    at(box(26, 15, 1, mattePlastic('#17191b')), 0, 8, -9.6),
    at(box(26, 15, 1, mattePlastic('#17191b')), 0, 8, 8.6),
  );
  for (const [x, z] of [
    [-7, -1.6],
    [7, -1.6],
    [0, 2.2],
  ] as const)
    made.add(at(box(2, 14, 4.2, zinc, 0.5), x, 7.6, z - 2));
  return made;
}

/** The end that faces the aisle: inlet, fan, latch, handle. */
function aisleEnd(): THREE.Group {
  const z = height / 2;
  const fanX = 15.6;
  const grille = { x: fanX, y: 0, width: 35, height: 35, radius: 17.4 };
  const made = group(
    face(
      wall(
        width - 0.6,
        height - 0.6,
        1.2,
        zinc,
        [{ x: -20, y: 2, width: 27, height: 20, radius: 2 }, grille],
        { radius: 1, bevel: 0.4 },
      ),
      'front',
      0,
      front + 1.2,
      z,
    ),
    face(
      perforated(38, 38, 4.5, 3.8, 1, zinc, { inside: (x, y) => Math.hypot(x, y) < 18.2 }),
      'front',
      fanX,
      front + 1.1,
      z,
    ),
    face(impeller(17, 8, 12, 7, mattePlastic('#26282b'), 0), 'front', fanX, front + 17, z),
    face(ring(17.2, 19, 15, mattePlastic('#1d1f22'), 0.4), 'front', fanX, front + 18, z),
    at(block(width - 4, 1, height - 4, mattePlastic('#0c0d0e')), 0, front + 22, 2),
    at(inlet(), -20, front - 1.6, z + 2),
    face(cylinder(1.9, 1.6, lit('#20c763', 0.9), { bevel: 0.4, sides: 32 }), 'front', -30, front + 0.4, 5.4),
    standingPrint('front', [-20, front - 0.2, 5.2], 14, 4, 'ink', (canvas) => {
      canvas.text('~  AC', -6, 0, 3.2, '#2c3136', { weight: 650 });
    }),
  );
  for (const x of [fanX - 16, fanX + 16])
    for (const y of [3.4, height - 3.4]) made.add(face(screw(4.4, 'cross'), 'front', x, front, y));
  // The handle, a bent strap between inlet and fan.
  made.add(
    bar(
      [
        [-3.6, front, 6],
        [-3.6, front - 17, 6],
        [-3.6, front - 23, 10],
        [-3.6, front - 23, height - 10],
        [-3.6, front - 17, height - 6],
        [-3.6, front, height - 6],
      ],
      2.5,
      mattePlastic('#24272a'),
      { tension: 0.25, steps: 100, sides: 18 },
    ),
  );
  // The green latch on the right, its tongue along the flank.
  made.add(
    at(box(2.2, 40, 13, mattePlastic(green), 0.7), width / 2 + 1, front + 17, z - 6.5),
    at(box(9.6, 3.6, 16, mattePlastic(green), 1.5), width / 2 - 2, front - 6.4, z - 8),
    at(box(3, 10, 14, mattePlastic(green), 1), width / 2 + 0.8, front - 2, z - 7),
    at(
      repeat(box(7, 1, 1.1, mattePlastic(green), 0.4), [
        [0, 0, -4],
        [0, 0, -1.4],
        [0, 0, 1.2],
        [0, 0, 3.8],
      ]),
      width / 2 - 2,
      front - 8.4,
      z - 0.5,
    ),
    at(box(3.4, 7, 9, zinc, 0.8), width / 2 + 0.6, front + 42, z - 4.5),
  );
  return made;
}

/** The end that plugs into the server: a board's edge with broad gold contacts. */
function serverEnd(): THREE.Group {
  const board = new Board(56, 22, { mask: 'green', thickness: 2, seed: 12, density: 40 });
  board.pour(0, -4, 54, 12);
  for (const [x, w] of [
    [-22.4, 8.6],
    [-12.6, 8.6],
    [17.2, 8.6],
  ] as const)
    board.pad(x, 5.8, w, 9.6, 'gold', 0.3);
  for (let n = 0; n < 12; n++) board.pad(-5.6 + n * 1.6, 6.4, 1, 8.4, 'gold', 0.2);
  for (let n = 0; n < 3; n++) board.land(-18 + n * 18, -4, 1.5, 'tin');
  const end = depth / 2;
  const made = group(
    face(
      wall(
        width - 0.6,
        height - 0.6,
        1.2,
        zinc,
        [{ x: 0, y: -6, width: 60, height: 8, radius: 1 }, ...slots(10, 6, 3.2, 14, 0, 9)],
        { radius: 1, bevel: 0.4 },
      ),
      'back',
      0,
      end - 1.2,
      height / 2,
    ),
    at(board.mesh(), 0, end + 3.4, 12),
    at(box(62, 2, 34, mattePlastic('#111214')), 0, end - 4, 3),
    at(box(4, 12, 5, mattePlastic('#1d1f22'), 0.8), -31, end + 4, 10.6),
    at(box(4, 12, 5, mattePlastic('#1d1f22'), 0.8), 31, end + 4, 10.6),
    repeat(block(0.01, 0.01, 0.01, gold()), [[0, end - 2, 13]]),
  );
  return made;
}

function unit(): THREE.Group {
  const made = group(aisleEnd(), serverEnd());
  made.add(
    at(crown(plate(roundedRect(width, depth, 1), 1.2, zinc, { bevel: 0.4 }), 5), 0, 0, height - 1.2),
    at(box(width, depth, 1.2, zinc, 0.4), 0, 0, 0),
  );
  const vents = slots(9, 5, 2.6, 20, 62, 0);
  for (const side of ['left', 'right'] as const) {
    const sign = side === 'right' ? 1 : -1;
    const cuts = vents.map((cut) => ({ ...cut, x: cut.x * sign }));
    made.add(
      face(
        wall(depth, height, 1.2, zinc, cuts, { radius: 0.8, bevel: 0.35 }),
        side,
        sign * (width / 2 - 1.2),
        0,
        height / 2,
      ),
      at(box(1, depth - 50, height - 5, mattePlastic('#131416')), sign * (width / 2 - 3), 20, 2),
    );
  }
  const ink = '#171a1d';
  const words = label(
    60,
    112,
    'paper',
    (canvas) => {
      canvas.fill('#f1f1ee');
      canvas.context.rotate(-Math.PI / 2);
      canvas.rect(0, 24.4, 112, 12, green);
      canvas.mark(-49, 24.4, 7.6, '#ffffff');
      canvas.text('Northbridge', -43, 24.5, 7, '#ffffff', { weight: 700 });
      canvas.text('CRPS 1200 W', 53, 24.5, 4.6, '#ffffff', { align: 'right', weight: 650 });
      const rows = [
        ['INPUT', '100-127 V~ 12 A   200-240 V~ 7 A'],
        ['', '47-63 Hz'],
        ['OUTPUT', '+12 V  100 A   1200 W'],
        ['', '+12 V SB  3 A'],
      ];
      for (const [n, [head, value]] of rows.entries()) {
        canvas.text(head!, -53, 12 - n * 6.4, 3.9, ink, { weight: 650 });
        canvas.text(value!, -34, 12 - n * 6.4, 3.9, ink, { weight: 500 });
      }
      canvas.line(
        [
          [-53, -11.4],
          [53, -11.4],
        ],
        ink,
        0.35,
      );
      canvas.text('NB-CR1200', -53, -16, 4.6, ink, { weight: 700 });
      canvas.text('REV B2   2531', -53, -21.6, 3.6, ink);
      canvas.barcode(8, -20, 52, 10, 14);
      canvas.matrixCode(46, -20, 12, 16);
      canvas.text('!', 49, 7, 11, '#b0301a', { align: 'center', weight: 800 });
      canvas.line(
        [
          [41, 2],
          [57, 2],
          [49, 16],
          [41, 2],
        ],
        '#b0301a',
        0.9,
      );
    },
    1.4,
  );
  made.add(at(words, 0, 14, height + 0.14));
  made.add(
    at(
      print(40, 9, 'ink', (canvas) => {
        canvas.mark(-13.6, 0, 5.4, '#3c4146');
        canvas.text('Northbridge', -9.4, 0, 5, '#3c4146', { weight: 680 });
      }),
      0,
      front + 18,
      height + 0.12,
    ),
  );
  for (const x of [-32, 32])
    for (const y of [front + 8, depth / 2 - 8]) made.add(at(screw(4.8, 'cross'), x, y, height - 0.2));
  made.add(repeat(box(8, 8, 0.6, rubber('#222427'), 0.2), [[0, 0, -0.5]]));
  return made;
}

export function build(): THREE.Group {
  // One shows the aisle its inlet, the other its contacts.
  return group(at(unit(), -40, -8, 0, 0), at(unit(), 54, 26, 0, 180));
}
