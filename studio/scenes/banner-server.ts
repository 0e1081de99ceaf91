import * as THREE from 'three';
import { aluminium, anodised, copper, lit, mattePlastic, nickel, rubber, steel } from '../materials.ts';
import { Board } from '../pieces/board.ts';
import { sleeve, wires } from '../pieces/cables.ts';
import { chip } from '../pieces/chips.ts';
import { pcieSlot, powerSocket } from '../pieces/connectors.ts';
import { fan, fins } from '../pieces/cooling.ts';
import { screw } from '../pieces/fasteners.ts';
import {
  at,
  block,
  box,
  crown,
  group,
  type Place,
  plate,
  repeat,
  roundedRect,
  row,
  stand,
} from '../pieces/forms.ts';
import { crowdModule } from '../pieces/memory.ts';
import { ceramicCapacitor, inductor, polymerCapacitor } from '../pieces/passives.ts';
import { face, perforated, slots, wall } from '../pieces/sheet.ts';
import { label, print } from '../print.ts';
import type { Scene, View } from '../scene.ts';

export const reach: Scene['reach'] = { centre: [0, 20, 40], radius: 340 };
export const calm: Scene['calm'] = [0.1, 0.52];
export const haze: Scene['haze'] = [700, 1500];
export const stops = 0.7;

export const view = (): View => ({
  eye: [548, -196, 402],
  target: [10, -62, 20],
  focus: [30, -20, 60],
  lens: 23,
  aperture: 9,
});

/** The front is at -y, as is the rack's; air flows to +y. */
const [width, depth, height] = [434, 640, 86];
const accent = '#b4491d';

/** A fan in its hot-swap cage, blowing to +y, its handle on top. */
function fanModule(): THREE.Group {
  const wheel = stand(
    fan(78, {
      depth: 38,
      blades: 7,
      frame: mattePlastic('#2b2f33'),
      wheel: mattePlastic('#3a3d41'),
      corners: null,
    }),
  );
  wheel.position.set(0, 19, 41);
  const tab = roundedRect(34, 16, 3);
  tab.holes.push(new THREE.Path(roundedRect(24, 8, 3).getPoints(6).reverse()));
  return group(
    wheel,
    at(box(82, 44, 3, mattePlastic('#24272b'), 1), 0, 0, 80.5),
    at(box(2, 44, 80, mattePlastic('#24272b'), 0.8), -40, 0, 1),
    at(box(2, 44, 80, mattePlastic('#24272b'), 0.8), 40, 0, 1),
    at(plate(tab, 3, mattePlastic(accent), { bevel: 0.8 }), 0, -8, 83),
    at(box(9, 5, 2.2, mattePlastic(accent), 0.8), 26, 12, 83),
    at(box(9, 5, 2.2, mattePlastic(accent), 0.8), -26, 12, 83),
    at(
      print(40, 8, 'ink', (canvas) => {
        canvas.text('FAN  NB-F80', 0, 0, 5, '#aeb4ba', { align: 'center', weight: 620 });
      }),
      0,
      14,
      83.62,
    ),
  );
}

/** A tall passive heat sink on its processor: skived fins along the air, four sprung screws. */
function processor(): THREE.Group {
  const made = group(
    box(82, 112, 8, nickel(), 0.8),
    at(box(78, 108, 5, copper(), 0.8), 0, 0, 8),
    at(fins(46, 78, 108, 44, aluminium(), 0.5), 0, 0, 12),
  );
  for (const x of [-34, 34])
    for (const y of [-60, 60])
      made.add(at(box(14, 18, 3, steel(), 1), x, y, 9), at(screw(8, 'torx'), x, y + Math.sign(y) * 2, 12));
  const top = label(
    46,
    22,
    'metal film',
    (canvas) => {
      canvas.fill('#c2c7cc');
      canvas.mark(-15.6, 0, 9, '#1a1e23');
      canvas.text('Northbridge', -9, 2.4, 5, '#1a1e23', { weight: 700 });
      canvas.text('NB-E64  280 W', -9, -3.4, 3.4, '#30353b', { weight: 560 });
    },
    1,
  );
  // A cover over the middle of the fins carries the label.
  made.add(
    at(crown(plate(roundedRect(79, 40, 1), 1, aluminium(), { bevel: 0.3 }), 4), 0, 0, 56),
    at(top, 0, 0, 57.06),
  );
  return made;
}

/** A 2.5 inch drive in its carrier, seen from above; two rows in the bay. */
function drive(): THREE.Group {
  const made = group(
    box(74, 112, 15, anodised('#8d939a'), 0.8),
    at(crown(plate(roundedRect(72, 108, 3), 1.4, anodised('#a9aeb4'), { bevel: 0.4 }), 5), 0, 0, 14.6),
    at(box(2.4, 126, 15, steel(), 0.5), -38.4, -6),
    at(box(2.4, 126, 15, steel(), 0.5), 38.4, -6),
    at(box(80, 10, 17, mattePlastic('#22252a'), 1.4), 0, -66, -1),
    at(box(3, 1.4, 3, lit('#2bd672', 2.2), 0.5), 34, -71.4, 9),
  );
  const sticker = label(
    58,
    70,
    'paper',
    (canvas) => {
      canvas.fill('#e6e5e0');
      canvas.rect(0, 28, 58, 14, '#1f6a58');
      canvas.mark(-22, 28, 7, '#ffffff');
      canvas.text('Northbridge', -15.6, 28, 6, '#ffffff', { weight: 700 });
      canvas.text('7.68 TB', -25, 13, 9, '#16191d', { weight: 740 });
      canvas.text('NVMe U.2  PCIe 4.0', -25, 3.6, 4, '#16191d', { weight: 600 });
      canvas.text('NB-U2E-7680', -25, -3.4, 3.4, '#16191d');
      canvas.barcode(-4, -15, 42, 8, 7);
      canvas.matrixCode(18, -28, 10, 7);
      canvas.barcode(-9, -28, 30, 6, 8);
    },
    1.4,
  );
  made.add(at(sticker, 0, 2, 16.1));
  return made;
}

/** A power supply, its back at +y. */
function supply(): THREE.Group {
  const made = group(
    box(84, 190, 40, steel(), 0.8),
    at(box(84, 12, 40, mattePlastic('#1b1d20'), 1), 0, 98),
    at(box(30, 12, 8, mattePlastic(accent), 2), 0, 108, 16),
  );
  for (const [n, x] of row(11, 6.6).entries())
    made.add(at(block(2.6, 64, 0.1, mattePlastic('#0c0d0e')), x[0], -46 + (n % 2) * 2, 40.02));
  made.add(
    at(
      label(
        56,
        34,
        'paper',
        (canvas) => {
          canvas.fill('#eceae4');
          canvas.mark(-20, 9, 7, '#15181c');
          canvas.text('Northbridge', -14, 9.2, 5.4, '#15181c', { weight: 700 });
          canvas.text('NB-CRPS-1600  1600 W', -24, 0, 3.6, '#15181c', { weight: 620 });
          canvas.text('200-240 V~  10 A  80 PLUS', -24, -5.4, 2.8, '#15181c');
          canvas.barcode(-2, -11.6, 44, 5, 16);
        },
        1,
      ),
      0,
      34,
      40.1,
    ),
  );
  return made;
}

function chassis(): THREE.Group {
  const zinc = steel();
  const made = group(
    at(box(width, depth, 2, zinc, 0.5), 0, 0, 0),
    at(box(1.6, depth, height, zinc, 0.5), -width / 2, 0, 0),
    at(box(1.6, depth, height, zinc, 0.5), width / 2, 0, 0),
    // The rolled edges that carry the lid.
    at(box(9, depth, 1.4, zinc, 0.4), -width / 2 + 4, 0, height - 1),
    at(box(9, depth, 1.4, zinc, 0.4), width / 2 - 4, 0, height - 1),
    face(
      wall(width, height, 1.4, zinc, [...slots(30, 8, 4, 24, -70, 22), ...slots(30, 8, 4, 24, -70, -16)]),
      'back',
      0,
      depth / 2,
      height / 2,
    ),
    // The middle wall behind the drives, perforated.
    face(perforated(428, 76, 7, 5.4, 1.4, zinc), 'front', 0, -182, 42),
    at(box(430, 3, 4, zinc, 0.5), 0, -182, 79),
  );
  for (const y of [-290, -150, -10, 130, 270])
    for (const side of [-1, 1]) made.add(at(screw(5, 'cross'), side * (width / 2 - 4.6), y, height + 0.3, y));
  return made;
}

export function build(): THREE.Group {
  const made = group(at(block(6000, 6000, 10, rubber('#15181b')), 0, 0, -12), chassis());

  // Drives: five abreast, two deep.
  made.add(repeat(drive(), [...row(5, 83, 0, -250, 44), ...row(5, 83, 0, -250, 14)]));
  made.add(at(box(428, 4, 80, anodised('#3d4247'), 0.6), 0, -188, 2));

  // The wall of fans.
  made.add(repeat(fanModule(), row(5, 84.4, 0, -146, 2)));

  const board = new Board(420, 400, { mask: 'green', seed: 2064 });
  const z = 8 + board.top;
  board.pour(0, 0, 416, 396, 2).wiring(0, 0, 412, 392, 2400);
  for (const x of [-104, 104]) for (const y of [40, 70]) board.bus(x - 58, y, x - 46, y, 14, 0.9);
  board.text('NB-S2E  DUAL SOCKET', -80, -92, 7, { weight: 720 }).mark(-92, -92, 8);
  made.add(at(board.mesh(), 0, 112, 8));
  const north = 20;
  const module = crowdModule();
  const socket = group(
    box(150, 7, 9, mattePlastic('#1b1d20'), 0.5),
    at(box(6, 5, 13, mattePlastic('#5b6168'), 0.8), -72, 0),
    at(box(6, 5, 13, mattePlastic('#5b6168'), 0.8), 72, 0),
  );
  for (const x of [-104, 104]) {
    made.add(at(processor(), x, north, z));
    const lanes: Place[] = [-1, 1].flatMap((side) =>
      Array.from({ length: 6 }, (_, n): Place => [x + side * (49 + n * 9.4), north, z, 90]),
    );
    // The outer banks end at the walls: five on the far sides.
    const inside = lanes.filter(([at_]) => Math.abs(at_) < 206 && Math.abs(at_) > 3);
    made.add(
      repeat(socket, inside),
      repeat(
        module,
        inside.map(([a, b, c]): Place => [a, b, c! + 5, 90]),
      ),
    );
  }
  made.add(
    repeat(inductor(10, 8, 'R15', '#4a4d51'), [...row(7, 11.5, -104, 92, z), ...row(7, 11.5, 104, 92, z)]),
    repeat(polymerCapacitor(8, 11, '#2b3f6b'), [...row(8, 10, -104, 106, z), ...row(8, 10, 104, 106, z)]),
    repeat(ceramicCapacitor('1206'), [...row(40, 5, -80, 120, z, 90), ...row(30, 5, 100, 124, z, 90)]),
  );

  // Behind: slots with a card, the chip set, power.
  for (const x of [-20, 16, 52]) made.add(at(pcieSlot(16, true), x, 190, z, 90));
  made.add(
    at(box(46, 46, 3, anodised('#5d646c'), 0.6), 112, 170, z),
    at(fins(17, 45, 45, 16, anodised('#7b828a'), 0.9), 112, 170, z + 2.6),
    at(chip(22, 22, 1.6, { lines: ['NB-BMC6', '2530 C1'] }), 112, 232, z),
    at(powerSocket(6, 2, 12), 168, 120, z, 90),
    at(powerSocket(4, 2, 12), 168, 158, z, 90),
    at(supply(), -168, 210, 3),
    at(supply(), -168, 210, 43.5),
  );

  // A riser card standing, with its own heat sink.
  const card = new Board(168, 64, { mask: 'black', seed: 88 });
  card.pour(0, 0, 166, 62).wiring(0, 0, 164, 60, 260);
  const lying = group(card.mesh());
  lying.add(
    at(box(54, 44, 3, anodised('#454b52'), 0.5), 10, 2, card.top),
    at(fins(20, 53, 44, 9, anodised('#6d747c'), 0.8), 10, 2, card.top + 2.6),
    at(chip(12, 12, 1.2, { lines: ['NB-RT4'] }), -50, 4, card.top),
  );
  made.add(at(stand(lying), 16, 216, z + 44, 90));

  // Cables: power over the edge of the board, flat data cables from the back plane past the processors.
  made.add(
    sleeve(
      [
        [-128, 128, 44],
        [-110, 140, 66],
        [-40, 150, 62],
        [60, 136, 58],
        [140, 128, 44],
        [166, 122, 22],
      ],
      4.4,
      '#1d1f23',
    ),
    wires(
      [
        [-126, 150, 52],
        [-96, 158, 70],
        [-20, 164, 66],
        [70, 152, 60],
        [140, 160, 48],
        [166, 158, 22],
      ],
      ['#c9a227', '#c9a227', '#16181a', '#16181a', '#c9a227', '#16181a'],
      1.2,
    ),
    wires(
      [
        [206, -170, 30],
        [208, -120, 62],
        [206, -40, 66],
        [207, 60, 58],
        [196, 110, 40],
        [150, 190, 24],
        [128, 214, 14],
      ],
      Array.from({ length: 8 }, (_, n) => (n % 4 ? '#5f6a75' : '#2f6f9f')),
      0.8,
    ),
    wires(
      [
        [0, -176, 60],
        [2, -120, 74],
        [-3, -60, 72],
        [0, 30, 66],
        [-2, 100, 50],
        [6, 140, 18],
      ],
      Array.from({ length: 6 }, (_, n) => (n % 3 ? '#5f6a75' : '#2f6f9f')),
      0.8,
    ),
  );
  return made;
}
