import * as THREE from 'three';
import { nickel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { at, box, crown, group, plate, repeat, roundedRect, row } from '../pieces/forms.ts';
import { ceramicCapacitor } from '../pieces/passives.ts';
import { print } from '../print.ts';

export const shot: Shot = { turn: -36, elevation: 29, fill: 0.92, lens: 15, aperture: 0.05 };

const [width, depth] = [37.5, 45];

/** The carrier with the two notches that guide it into its socket. */
function outline(): THREE.Shape {
  const [x, y] = [width / 2, depth / 2];
  const shape = new THREE.Shape();
  shape.moveTo(-x, -y).lineTo(x, -y);
  for (const side of [-1, 1]) {
    const notch = (end: number): void => {
      shape.lineTo(side * -x, 9 * side + end * 1.1);
    };
    if (side === -1) {
      notch(-1);
      shape.absarc(x, -9, 1.1, -Math.PI / 2, -1.5 * Math.PI, true);
      shape.lineTo(x, y).lineTo(-x, y);
    } else {
      notch(1);
      shape.absarc(-x, 9, 1.1, Math.PI / 2, -Math.PI / 2, true);
    }
  }
  shape.lineTo(-x, -y);
  return shape;
}

function topSide(): THREE.Group {
  const board = new Board(width, depth, {
    mask: 'green',
    thickness: 1.15,
    shape: outline(),
    density: 40,
    seed: 8,
  });
  board.pour(0, 0, width - 1.2, depth - 1.2, 0.6);
  // Only fine breakouts show beside the lid.
  for (const side of [-1, 1]) {
    for (let n = 0; n < 38; n++) {
      const x = (n - 18.5) * 0.9;
      board
        .trace(
          [
            [x, side * 19.4],
            [x + 0.5 * Math.sin(n * 1.7), side * 21.4],
          ],
          0.14,
        )
        .via(x + 0.5 * Math.sin(n * 1.7), side * 21.5, 0.16);
    }
  }
  // Pin 1.
  board.pad(-width / 2 + 1.7, -depth / 2 + 1.7, 1.9, 1.9, 'gold', 0.1);
  for (const x of [-8, -4, 0, 4, 8]) board.land(x, -depth / 2 + 1.5, 0.42, 'gold');
  board.text('NB-C8 2531', 9.8, depth / 2 - 1.6, 1.1);
  const made = group(board.mesh());
  const capacitor = ceramicCapacitor('0402');
  made.add(
    repeat(capacitor, [
      ...row(6, 1.8, -8, depth / 2 - 2, board.top),
      ...row(4, 1.8, 13, -depth / 2 + 2, board.top),
    ]),
  );
  made.add(at(lid(), 0, 0, board.top));
  return made;
}

/** The heat spreader: a stamped plate with a wide foot, ears to the sides, nickel on copper. */
function lid(): THREE.Group {
  const foot = roundedRect(30.5, 37.5, 2.2);
  const made = group(
    plate(foot, 1.3, nickel(), { bevel: 0.35 }),
    at(box(35, 17, 1.3, nickel(), 0.4), 0, 0, 0),
    at(crown(plate(roundedRect(27.6, 34.4, 2.4), 2.5, nickel(), { bevel: 0.55, curve: 16 }), 11), 0, 0, 0.3),
  );
  const engraving = print(27, 33, 'laser', (canvas) => {
    const ink = '#262523';
    canvas.mark(-10.3, 11.6, 3, ink);
    canvas.text('Northbridge', -8, 11.7, 3.2, ink, { weight: 650 });
    canvas.text('NB-C8  8 CORE', -11.8, 6, 2.3, ink, { weight: 600 });
    canvas.text('SR8N1  4.70 GHZ', -11.8, 2.9, 2, ink);
    canvas.text('X531B642  65 W', -11.8, 0.1, 2, ink);
    canvas.text('(M) 2025', -11.8, -11.6, 1.7, ink);
    canvas.matrixCode(8.6, -10, 5.6, 64, ink);
    canvas.disc(-11.9, -14.4, 0.55, ink);
  });
  made.add(at(engraving, 0, 0, 2.83));
  return made;
}

/** Its land side: gold contacts in a grid with capacitors in the middle. */
function landSide(): THREE.Group {
  const board = new Board(width, depth, {
    mask: 'green',
    thickness: 1.15,
    shape: outline(),
    density: 60,
    seed: 9,
  });
  board.pour(0, 0, width - 1, depth - 1, 0.6);
  const pitch = 0.86;
  for (let i = -20; i <= 20; i++) {
    for (let j = -24; j <= 24; j++) {
      if (Math.abs(i) < 8.5 && Math.abs(j) < 10.5) continue;
      if (j === 0 || (Math.abs(i) === 20 && Math.abs(j) > 21)) continue;
      board.pad(i * pitch, j * pitch, 0.6, 0.52, 'gold', 0.2);
    }
  }
  const made = group(board.mesh());
  const places = [-6, -3.6, -1.2, 1.2, 3.6, 6].flatMap((y) => row(6, 2, 0, y, board.top));
  made.add(repeat(ceramicCapacitor('0603', '#7d6a55'), places));
  // What lies below: the lid it rests on.
  made.add(at(plate(roundedRect(27.6, 34.4, 2.4), 3.2, nickel(), { bevel: 0.55 }), 0, 0, -3.2));
  return made;
}

export function build(): THREE.Group {
  const front = topSide();
  // The second one stands behind, leaning back, to show its contacts.
  const back = landSide();
  back.position.y = depth / 2;
  const leaning = group(back);
  leaning.rotation.x = 1.3;
  return group(front, at(group(leaning), 22, 29, 1.4, 10));
}
