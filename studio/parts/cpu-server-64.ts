import type * as THREE from 'three';
import { brass, mattePlastic, nickel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import {
  at,
  box,
  crown,
  cylinder,
  group,
  hole,
  opening,
  type Place,
  plate,
  polygon,
  repeat,
  ring,
  roundedRect,
  row,
} from '../pieces/forms.ts';
import { ceramicCapacitor, resistor } from '../pieces/passives.ts';
import { print } from '../print.ts';

export const shot: Shot = { turn: 33, elevation: 41, lens: 14, fill: 0.94, aperture: 0.05, lift: 3 };

const [width, depth] = [72, 75.4];

/** The plastic frame that carries the processor along the rails of its socket. */
function carrier(): THREE.Group {
  const plastic = mattePlastic('#bf5213');
  const shape = roundedRect(81, 90, 3);
  opening(shape, 0, 0, width - 4, depth - 4, 1);
  for (const x of [-34, 34]) hole(shape, x, 41.4, 1.7);
  for (const x of [-20, 0, 20]) opening(shape, x, -41.6, 12, 3, 1);
  opening(shape, 0, 41.6, 34, 3, 1);
  const rail = (side: number): THREE.Group =>
    group(
      at(box(2.4, 86, 3.2, plastic, 0.6), side * 39.2, 0),
      at(box(4.6, 13, 1.4, plastic, 0.5), side * 37.4, 24, 3),
      at(box(4.6, 13, 1.4, plastic, 0.5), side * 37.4, -24, 3),
    );
  const pull = polygon([
    [-22, 44],
    [22, 44],
    [18, 52],
    [-18, 52],
  ]);
  opening(pull, 0, 47.4, 24, 3.4, 1.6);
  const made = group(
    plate(shape, 1.6, plastic, { bevel: 0.35 }),
    rail(1),
    rail(-1),
    at(box(70, 1.6, 3, plastic, 0.5), 0, -39.4),
    at(box(70, 1.6, 3, plastic, 0.5), 0, 39.4),
    plate(pull, 1.6, plastic, { bevel: 0.35 }),
    // Ribs for the thumb.
    repeat(box(26, 0.9, 0.5, plastic, 0.25), [
      [0, 50, 1.5],
      [0, 45.1, 1.5],
    ]),
  );
  return made;
}

function lid(): THREE.Group {
  const foot = roundedRect(64, 67, 3);
  // Slots in the foot vent the adhesive.
  for (const y of [-33.5, 33.5]) for (const x of [-12, 12]) opening(foot, x, y, 5, 2.6, 1.2);
  const top = roundedRect(56, 58.5, 3);
  hole(top, -24.6, 25.8, 0.9);
  const made = group(
    plate(foot, 1.5, nickel(), { bevel: 0.4, curve: 16 }),
    at(box(67.4, 30, 1.5, nickel(), 0.45), 0, 0),
    at(crown(plate(top, 3.4, nickel(), { bevel: 0.7, curve: 20 }), 11), 0, 0, 0.2),
  );
  const engraving = print(54, 56, 'laser', (canvas) => {
    const ink = '#262523';
    canvas.mark(-19.4, 18.4, 7.4, ink);
    canvas.text('Northbridge', -13.8, 18.8, 6.4, ink, { weight: 680 });
    canvas.text('NB-E64', -23.3, 8, 5.6, ink, { weight: 680 });
    canvas.text('64-CORE SERVER PROCESSOR', -23.3, 2.2, 2.6, ink, { weight: 600 });
    canvas.text('100-000000764', -23.3, -4.6, 3, ink);
    canvas.text('2531PGS  9LX4411R50', -23.3, -8.8, 2.6, ink);
    canvas.text('12 CH DDR5  280 W', -23.3, -12.8, 2.6, ink);
    canvas.text('(M) 2025  REV B1', -23.3, -22.4, 2.1, ink);
    canvas.matrixCode(18.4, -18.6, 9.6, 128, ink);
    canvas.matrixCode(20.6, 9, 4.8, 61, ink);
  });
  made.add(at(engraving, 0, 0, 3.63));
  return made;
}

export function build(): THREE.Group {
  const board = new Board(width, depth, { mask: 'green', thickness: 1.9, density: 36, seed: 64 });
  board.pour(0, 0, width - 1.2, depth - 1.2, 0.5);
  board.wiring(0, 0, width - 2, depth - 2, 240);
  // Pin 1 and its triangle, fiducials, test points.
  for (let n = 0; n < 6; n++)
    board.line(
      [
        [-width / 2 + 1.2 + n * 0.34, -depth / 2 + 4.4 - n * 0.7],
        [-width / 2 + 1.2 + n * 0.34, -depth / 2 + 1.2],
      ],
      0.4,
    );
  for (const x of [-14, -10, -6, 6, 10, 14]) board.land(x, -depth / 2 + 2.1, 0.55, 'gold');
  for (const y of [-26, -22, 22, 26]) board.land(width / 2 - 1.4, y, 0.5, 'gold');
  board.text('NB-E64 2531 C', 16, depth / 2 - 1.7, 1.5, { weight: 600 });
  const made = group(board.mesh());
  const small: Place[] = [];
  const tiny: Place[] = [];
  for (const side of [-1, 1]) {
    small.push(...row(9, 1.9, -24, side * (depth / 2 - 1.7), board.top, 90));
    tiny.push(...row(6, 1.8, 25, side * (depth / 2 - 1.7), board.top, 90));
    for (const y of [-31, -28.6, -26.2, -23.8, -21.4, 21.4, 23.8, 26.2, 28.6, 31])
      small.push([side * (width / 2 - 2.2), y * 0.98, board.top, 0]);
  }
  made.add(repeat(ceramicCapacitor('0603', '#8d7453'), small), repeat(resistor('0402'), tiny));
  made.add(at(lid(), 0, 0, board.top));
  const frame = carrier();
  const pins = repeat(
    group(ring(1, 2.3, 0.5, brass()), at(cylinder(1, 0.2, mattePlastic('#141516')), 0, 0)),
    [-34, 34].map((x): Place => [x, 41.4, 1.5]),
  );
  return group(frame, pins, at(made, 0, 0, 1.7));
}
