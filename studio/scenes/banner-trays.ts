import * as THREE from 'three';
import { mattePlastic, rubber } from '../materials.ts';
import { at, block, box, group, type Place, plate, repeat, roundedRect } from '../pieces/forms.ts';
import { crowdModule } from '../pieces/memory.ts';
import { label } from '../print.ts';
import type { Scene, View } from '../scene.ts';

export const reach: Scene['reach'] = { centre: [60, 80, 40], radius: 360 };
export const calm: Scene['calm'] = [0.14, 0.6];
export const haze: Scene['haze'] = [640, 1250];
export const key: Scene['key'] = [0.62, -0.5, 0.8];
export const stops = 1;

export const view = (): View => ({
  eye: [-112, -500, 214],
  target: [-44, 10, 32],
  focus: [30, -84, 28],
  lens: 21,
  aperture: 9,
});

const [width, depth, rise, pitch] = [304, 236, 40, 11];
const slots = 19;
const column = 74;
const plastic = mattePlastic('#33383d');

/** An antistatic tray, 2 x 19 modules: a floor, a low wall with a rim, posts that carry the next tray, combs. */
function tray(): THREE.Group {
  const floor = plate(roundedRect(width, depth, 6), 2.4, plastic, { bevel: 0.6 });
  const rim = roundedRect(width + 8, depth + 8, 8);
  rim.holes.push(
    new THREE.Path(
      roundedRect(width - 5, depth - 5, 5)
        .getPoints(6)
        .reverse(),
    ),
  );
  const made = group(
    floor,
    at(plate(rim, 2.2, plastic, { bevel: 0.7 }), 0, 0, 15),
    at(box(width, 2.4, 15, plastic, 0.8), 0, -depth / 2 + 1.2, 1),
    at(box(width, 2.4, 15, plastic, 0.8), 0, depth / 2 - 1.2, 1),
    at(box(2.4, depth, 15, plastic, 0.8), -width / 2 + 1.2, 0, 1),
    at(box(2.4, depth, 15, plastic, 0.8), width / 2 - 1.2, 0, 1),
    at(box(5, depth - 6, 9, plastic, 1), 0, 0, 1),
  );
  for (const x of [-width / 2 + 8, 0, width / 2 - 8])
    for (const y of [-depth / 2 + 3.6, depth / 2 - 3.6])
      made.add(at(box(13, 5.6, rise - 1, plastic, 1.6), x, y, 1));
  const teeth = [-column - 66, -column + 66, column - 66, column + 66].flatMap((x) =>
    Array.from({ length: slots + 1 }, (_, n): Place => [x, (n - slots / 2) * pitch, 2]),
  );
  made.add(repeat(box(9, 7.6, 15, plastic, 1), teeth));
  return made;
}

const places = (missing: [number, number][] = []): Place[] =>
  [-column, column].flatMap((x, side) =>
    Array.from({ length: slots }, (_, n): Place => [x, (n - (slots - 1) / 2) * pitch, 4]).filter(
      (_, n) => !missing.some(([a, b]) => a === side && b === n),
    ),
  );

/** What a packer sticks to the front of a tray. */
function ticket(serial: number): THREE.Group {
  const paper = label(
    78,
    13,
    'paper',
    (canvas) => {
      canvas.fill('#eceae4');
      canvas.mark(-33.6, 2, 5.4, '#15181c');
      canvas.text('Northbridge', -29, 2.1, 4.6, '#15181c', { weight: 700 });
      canvas.text(`NB-D5U-5600-32    LOT 2531-${serial}`, -36.4, -3.7, 2.7, '#15181c', { weight: 600 });
      canvas.text('QTY 38', 9.6, -3.7, 2.9, '#15181c', { weight: 700 });
      canvas.barcode(18.6, 2.6, 30, 4.4, serial);
    },
    0.6,
  );
  const standing = group(paper);
  standing.rotation.x = Math.PI / 2;
  return group(standing);
}

export function build(): THREE.Group {
  const one = tray();
  const module = crowdModule();
  const made = group(at(block(4000, 4000, 10, rubber('#15181b')), 0, 0, -10));

  // The open one in front: one module is drawn half out.
  const front = group(
    tray(),
    repeat(module, [...places([[1, 0]]), [column, -((slots - 1) / 2) * pitch, 15.5]]),
    at(ticket(18), -78, -depth / 2 - 0.2, 8.2),
  );
  made.add(at(front, 26, 18, 0, 9));

  const stack = (count: number, serial: number): THREE.Group => {
    const levels = Array.from({ length: count }, (_, n): Place => [0, 0, n * rise]);
    const pile = group(repeat(one, levels));
    // Only the outer rows of a stack can be seen, save in the tray on top.
    const outer = places().filter(([, y]) => Math.abs(y) > ((slots - 1) / 2 - 2.5) * pitch);
    for (const [n, [, , z]] of levels.entries()) {
      const shown = n === count - 1 ? places() : outer;
      pile.add(
        repeat(
          module,
          shown.map(([x, y, up]): Place => [x, y, up! + z!]),
        ),
        at(ticket(serial + n), -78, -depth / 2 - 0.2, z! + 8.2),
      );
    }
    return pile;
  };
  made.add(
    at(stack(3, 31), 120, 316, 0, 6),
    at(stack(2, 44), 452, 214, 0, 13),
    at(stack(1, 52), -236, 372, 0, -3),
  );
  return made;
}
