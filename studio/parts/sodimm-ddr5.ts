import type * as THREE from 'three';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { chip } from '../pieces/chips.ts';
import { at, group, type Place, repeat, row, stand } from '../pieces/forms.ts';
import { moduleOutline } from '../pieces/memory.ts';
import { ceramicCapacitor, inductor, resistor } from '../pieces/passives.ts';
import { label } from '../print.ts';

export const shot: Shot = { turn: -27, elevation: 36, lens: 15, fill: 0.92, aperture: 0.05, lift: 0.6 };

const [width, height] = [69.6, 30];
const key = 1.2;

function module(): THREE.Group {
  const shape = moduleOutline(width, height, key, { grip: 9.5, gripRadius: 1, keyWidth: 1.5, keyDepth: 3 });
  const board = new Board(width, height, { mask: 'blue', thickness: 1.2, shape, density: 44, seed: 62 });
  const bottom = -height / 2;
  board.pour(0, 1.8, width - 1.4, height - 6.5).wiring(0, 2, width - 1.6, height - 7, 130);
  // 131 contacts on this side, half a millimetre apart.
  for (let n = 0; n < 134; n++) {
    const x = (n - 66.5) * 0.5;
    if (Math.abs(x - key) < 1.25) continue;
    board.pad(x, bottom + 1.4, 0.35, 2.3, 'gold', 0.08);
    if (n % 2)
      board.trace(
        [
          [x, bottom + 2.4],
          [x, bottom + 4.4],
        ],
        0.14,
      );
  }
  const memory = [-26.6, -14.9, 14.9, 26.6];
  for (const x of memory) board.frame(x, 3.6, 10.4, 13.6, 0.14);
  board.text('NB-D5S', -3.4, -9.4, 1.3, { weight: 650 }).mark(32.2, -9.6, 1.8);
  board.text('94V-0 E1', -33, -9.6, 1, { weight: 550 });
  const made = group(board.mesh());
  for (const x of memory)
    made.add(at(chip(9.6, 12.8, 1.05, { lines: ['NB5 2G8', 'S5600B', '2530 H2'] }), x, 3.6, board.top));
  made.add(
    at(chip(4.4, 4.4, 0.85, { lines: ['NBP51', '27B'], marked: false }), 0, 8.6, board.top),
    at(inductor(3.4, 1.5, '1R0'), -5.2, 3.2, board.top),
    at(inductor(3.4, 1.5, '1R0'), 5.2, 3.2, board.top),
    at(chip(2.6, 2.6, 0.6, { lines: ['H5'], marked: false }), 0, 0.4, board.top),
  );
  const small: Place[] = [];
  const arrays: Place[] = [];
  for (const x of memory) {
    small.push(...row(6, 1.5, x, -4.8, board.top, 90), ...row(4, 2.4, x, 12.4, board.top));
    arrays.push(...row(5, 1.8, x, -7.2, board.top, 90));
  }
  small.push(
    ...row(6, 1.3, 0, 12.6, board.top, 90),
    ...row(5, 1.5, 0, -3.4, board.top, 90),
    ...row(4, 1.4, 0, -6.4, board.top, 90),
    [-4.4, 9.4, board.top, 0],
    [-4.4, 8, board.top, 0],
    [4.4, 9.4, board.top, 0],
    [4.4, 8, board.top, 0],
  );
  made.add(repeat(ceramicCapacitor('0402'), small), repeat(resistor('0402'), arrays));
  return made;
}

function sticker(): THREE.Mesh {
  return label(
    27,
    10,
    'paper',
    (canvas) => {
      canvas.fill('#f5f5f2');
      canvas.rect(0, -4.4, 27, 1.2, '#f0a321');
      canvas.mark(-11.4, 2.7, 2.7, '#15181c');
      canvas.text('Northbridge', -9.3, 2.8, 2.7, '#15181c', { weight: 700 });
      canvas.text('16GB 1Rx8 PC5-5600B-SA0', -12.7, -0.2, 1.5, '#15181c', { weight: 640 });
      canvas.text('NB-D5S-5600-16', -12.7, -2.3, 1.35, '#2c3136', { weight: 560 });
      canvas.barcode(2.4, -2.3, 6.6, 1.3, 16);
      canvas.matrixCode(10.4, 0.6, 4.4, 16);
    },
    0.5,
  );
}

export function build(): THREE.Group {
  // One leans on a fanned pile of three.
  const first = module();
  const pile = group();
  for (const [n, [x, y, turn]] of (
    [
      [0, 0, 0],
      [3, 1.5, 7],
      [5, 3.5, 15],
    ] as const
  ).entries())
    pile.add(at(first.clone(), x, y, n * 2.5, turn));
  pile.add(at(sticker(), 5 - 20.98, 3.5 - 1.9, 2 * 2.5 + 2.35, 15));
  const leaning = stand(first.clone());
  leaning.children[0]!.rotation.x = 1.15;
  leaning.children[0]!.position.set(0, 0, 14);
  return group(pile, at(leaning, 8, 27, 0, -6));
}
