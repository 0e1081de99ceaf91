import type * as THREE from 'three';
import { aluminium, glossyPlastic, lit, mattePlastic, powderCoat, rubber, steel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { port } from '../pieces/connectors.ts';
import { screw } from '../pieces/fasteners.ts';
import {
  at,
  bar,
  box,
  crown,
  cylinder,
  group,
  type Place,
  plate,
  repeat,
  roundedRect,
  row,
} from '../pieces/forms.ts';
import { face, perforated, slots, standingPrint, wall } from '../pieces/sheet.ts';
import { label, print } from '../print.ts';

export const shot: Shot = { turn: -31, elevation: 21, lens: 18, fill: 0.95, aperture: 0.02 };

const [width, depth, height] = [436, 650, 87];
const front = -depth / 2;
const pitch = { x: 105.6, z: 27.4 };
const zinc = steel();
const black = mattePlastic('#24272b');
const lever = '#a5371a';

/** The front of a tray, its face at y = 0, z from 0 to 26. */
function trayFront(): THREE.Group {
  const [w, h] = [103.6, 25.8];
  const frame = wall(w, h, 9, black, [{ x: 4, y: 0, width: 66, height: 17.4, radius: 1.5 }], {
    radius: 1.6,
    bevel: 0.8,
  });
  return group(
    face(frame, 'front', 0, 9, h / 2),
    face(perforated(69, 20, 4.1, 3.2, 1.2, black), 'front', 4, 4, h / 2),
    at(box(66, 1, 18, mattePlastic('#0c0d0e')), 4, 8, 4),
    // The lever over the left third, its button and finger notch.
    at(box(22, 4, 19.6, mattePlastic('#33373c'), 1.4), -39, -1.4, 3.1),
    at(box(8.4, 2.4, 14, mattePlastic(lever), 1), -43.6, -3, 5.9),
    at(box(3.6, 2, 15, mattePlastic('#191b1e'), 0.8), -32.4, -2.7, 5.4),
    at(box(2.6, 1.6, 2.6, lit('#1fbf5b', 0.8), 0.5), 45.6, -0.2, 17),
    at(box(2.6, 1.6, 2.6, lit('#1a78d6', 0.8), 0.5), 45.6, -0.2, 10),
  );
}

/** A tray drawn out, with its disk. */
function drawnTray(): THREE.Group {
  const made = group(
    trayFront(),
    at(box(102.4, 190, 1.2, zinc, 0.3), 0, 104, 1),
    at(box(1.2, 190, 19, zinc, 0.3), -50.8, 104, 1),
    at(box(1.2, 190, 19, zinc, 0.3), 50.8, 104, 1),
    at(box(98.6, 147, 19.6, powderCoat('#3a3f45'), 1.6), 0, 88, 3),
    at(crown(plate(roundedRect(96, 143, 6), 1.6, aluminium(), { bevel: 0.5 }), 5), 0, 88, 22),
  );
  const words = label(74, 104, 'paper', (canvas) => {
    canvas.fill('#f2f2ef');
    canvas.rect(0, 44, 74, 16, '#a5371a');
    canvas.mark(-28, 44, 9, '#ffffff');
    canvas.text('Northbridge', -20, 44, 8.4, '#ffffff', { weight: 700 });
    canvas.text('20 TB', -32, 24, 13, '#16191d', { weight: 750 });
    canvas.text('SATA 6 Gb/s  7200 rpm', -32, 10, 5, '#16191d', { weight: 600 });
    canvas.text('NB-H35-20T  5 V 0.8 A  12 V 0.9 A', -32, 2, 3.6, '#16191d');
    canvas.barcode(-6, -14, 52, 12, 3);
    canvas.matrixCode(24, -37, 18, 5);
    canvas.barcode(-14, -37, 36, 10, 6);
  });
  made.add(at(words, 0, 92, 23.9));
  for (const x of [-43, 43]) for (const y of [24, 88, 152]) made.add(at(screw(6, 'torx'), x, y, 23.2));
  return made;
}

/** An ear to the rack, with its handle; `side` is -1 left, 1 right. */
function ear(side: number): THREE.Group {
  const cuts = [-1, 1].map((z) => ({ x: side * 8.4, y: z * 30, width: 10.4, height: 6.6, radius: 3.3 }));
  const made = group(
    face(
      wall(28, height, 3, powderCoat('#30343a'), cuts, { radius: 2, bevel: 0.6 }),
      'front',
      0,
      0,
      height / 2,
    ),
    bar(
      [
        [side * -3.5, 0, 16],
        [side * -3.5, -22, 16],
        [side * -3.5, -29, 22],
        [side * -3.5, -30, 43],
        [side * -3.5, -29, 65],
        [side * -3.5, -22, 71],
        [side * -3.5, 0, 71],
      ],
      4,
      aluminium(),
      { sides: 20, tension: 0.25, steps: 120 },
    ),
  );
  if (side < 0) {
    made.add(
      face(cylinder(4.4, 2, glossyPlastic('#1b1d20'), { bevel: 0.6 }), 'front', -7, -3, 62),
      face(cylinder(1.7, 0.5, lit('#22c964', 0.9), { bevel: 0.1 }), 'front', -7, -5, 62),
    );
    for (const [n, colour] of ['#22c964', '#1a78d6', '#e08a12'].entries())
      made.add(at(box(3, 0.8, 3, lit(colour, 0.8), 0.6), -7, -3.2, 48 - n * 8));
  } else {
    const usb = port(13.5, 6.2, 8, '#1b62a8');
    usb.rotation.y = Math.PI / 2;
    made.add(at(group(usb), 3.6, 0.4, 46));
  }
  return made;
}

function lid(): THREE.Group {
  const seam = front + 168;
  const rear = depth - 168 - 1.2;
  const made = group(
    at(
      crown(plate(roundedRect(width, 167, 1.2), 1.4, zinc, { bevel: 0.4 }), 4),
      0,
      front + 83.5,
      height - 1.4,
    ),
    at(
      crown(plate(roundedRect(width, rear, 1.2), 2, zinc, { bevel: 0.5 }), 5),
      0,
      seam + rear / 2 + 1.2,
      height - 1.4,
    ),
    at(box(width - 2, 4, 1, mattePlastic('#121315'), 0), 0, seam, height - 2.2),
  );
  const z = height + 0.6;
  // Pressed beads stiffen the sheet.
  for (const x of [-146, 146]) made.add(at(box(10, 300, 3, zinc, 1.45), x, 120, z - 1.7));
  // The latch of the lid, in its dark well.
  made.add(
    at(box(74, 54, 0.8, black, 0.3), 0, seam + 48, z - 0.2),
    at(box(60, 40, 4.4, mattePlastic('#2d3136'), 1.6), 0, seam + 48, z),
    at(box(24, 16, 2, mattePlastic(lever), 0.9), -14, seam + 48, z + 3.4),
    at(cylinder(5.4, 1.4, steel(), { bevel: 0.4 }), 17, seam + 48, z + 3.8),
  );
  const chart = label(
    150,
    104,
    'paper',
    (canvas) => {
      canvas.fill('#efefec');
      canvas.rect(0, 43.5, 150, 17, '#23272c');
      canvas.mark(-65, 43.5, 9.6, '#ffffff');
      canvas.text('Northbridge', -57, 43.6, 8.6, '#ffffff', { weight: 700 });
      canvas.text('NB-R2U12  SERVICE', 69, 43.6, 5.6, '#ffffff', { align: 'right', weight: 600 });
      const ink = '#30353b';
      canvas.frame(-32, -8, 74, 74, ink, 0.7, 1);
      for (let n = 0; n < 4; n++) canvas.frame(-59.5 + n * 18.4, -37, 16, 12, ink, 0.6);
      for (let n = 0; n < 3; n++) {
        canvas.frame(-56 + n * 24, -20, 20, 12, ink, 0.6);
        canvas.ring(-56 + n * 24, -20, 4.6, ink, 0.6);
      }
      canvas.frame(-44, 8, 26, 26, ink, 0.6);
      canvas.frame(-15, 8, 20, 26, ink, 0.6);
      for (let n = 0; n < 7; n++) canvas.rect(37, 26 - n * 8, 56, 2.2, n % 3 ? '#9aa0a6' : ink);
      canvas.barcode(30, -37, 42, 9, 11);
      canvas.matrixCode(64, -37, 11, 12);
    },
    2,
  );
  made.add(at(chart, -20, 186, z + 0.3));
  made.add(
    at(
      print(150, 24, 'ink', (canvas) => {
        canvas.mark(-58, 0, 15, '#3a4047');
        canvas.text('Northbridge', -46, 0, 14, '#3a4047', { weight: 680 });
      }),
      -120,
      front + 84,
      height + 0.3,
    ),
  );
  const holes: Place[] = [];
  for (const y of [front + 16, front + 150, seam + 18, depth / 2 - 14])
    for (const x of [-206, 206]) holes.push([x, y, height - 0.1]);
  made.add(repeat(screw(7.4, 'cross'), holes));
  return made;
}

export function build(): THREE.Group {
  const made = group(lid());
  made.add(
    at(box(width, depth, 2, zinc, 0.5), 0, 0, 0),
    at(box(width - 8, depth - 40, height - 6, mattePlastic('#101113')), 0, 18, 2),
    at(box(width, 1.6, height - 2, zinc, 0.5), 0, depth / 2 - 0.8, 1),
  );
  const vents = [...slots(13, 8, 4, 15, 215, 26), ...slots(20, 8, 4, 15, -120, 26)];
  for (const side of ['left', 'right'] as const) {
    const x = side === 'right' ? width / 2 - 1.4 : -width / 2 + 1.4;
    made.add(face(wall(depth, height - 1, 1.4, zinc, vents), side, x, 0, height / 2 - 0.5));
  }
  // The inner half of the slide on the right flank.
  const slide = wall(560, 34, 4, zinc, [...slots(5, 110, 26, 9, 10, 0), ...slots(6, 110, 6, 6, 10, 0)], {
    radius: 3,
    bevel: 1,
  });
  made.add(face(slide, 'right', width / 2, 20, height / 2 - 4));
  for (const y of [-230, -80, 70, 220])
    made.add(face(screw(7, 'cross'), 'right', width / 2 + 4, y + 60, height / 2 - 4));

  // Twelve trays, one of them drawn.
  const places: Place[] = [];
  for (let z = 0; z < 3; z++) {
    for (let x = 0; x < 4; x++) {
      if (z === 2 && x === 3) continue;
      places.push([(x - 1.5) * pitch.x, front - 5, 3.2 + z * pitch.z]);
    }
  }
  made.add(repeat(trayFront(), places));
  made.add(at(drawnTray(), 1.5 * pitch.x, front - 118, 3.2 + 2 * pitch.z));
  const grille = [-2, -1, 0, 1, 2].map((n) => n * pitch.x);
  for (const x of grille) made.add(at(box(1.8, 30, height - 3, zinc, 0.4), x * 0.995, front + 14, 1.5));
  for (const z of [0, 1, 2])
    made.add(at(box(width - 6, 24, 1.4, zinc, 0.3), 0, front + 16, 1.6 + z * pitch.z));
  for (const side of [-1, 1]) made.add(at(ear(side), side * 227.5, front, 0));
  made.add(
    standingPrint('front', [-236, front - 3.2, 11], 9, 12, 'ink', (canvas) =>
      canvas.mark(0, 0, 7, '#c9d0d6'),
    ),
    repeat(cylinder(9, 3, rubber('#232528')), row(2, 380, 0, front + 40, -3)),
  );
  return made;
}
