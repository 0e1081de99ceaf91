import * as THREE from 'three';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { chip, crystal } from '../pieces/chips.ts';
import { at, group, type Place, repeat, row, stand } from '../pieces/forms.ts';
import { ceramicCapacitor, inductor, resistor } from '../pieces/passives.ts';
import { label } from '../print.ts';

export const shot: Shot = { turn: -34, elevation: 26, lens: 15, fill: 0.9, aperture: 0.04 };

const width = 133.35;
const height = 31.25;
/** The key notch sits a little left of the middle, so that the module fits one way round. */
const notch = -5.3;

function outline(): THREE.Shape {
  const [x, y] = [width / 2, height / 2];
  const shape = new THREE.Shape();
  shape.moveTo(-x, -y + 0.4).lineTo(-x + 0.4, -y);
  shape.lineTo(notch - 0.95, -y).lineTo(notch - 0.95, -y + 3.2);
  shape.absarc(notch, -y + 3.2, 0.95, Math.PI, 0, true);
  shape
    .lineTo(notch + 0.95, -y)
    .lineTo(x - 0.4, -y)
    .lineTo(x, -y + 0.4);
  // The latches of the socket grip a half-round in each end.
  for (const side of [1, -1]) {
    const order = side === 1 ? [-1, 1] : [1, -1];
    shape.lineTo(side * x, -y + 12 + order[0]! * 1.4);
    shape.absarc(side * x, -y + 12, 1.4, order[0]! * (Math.PI / 2), order[1]! * (Math.PI / 2), true);
    if (side === 1)
      shape
        .lineTo(x, y - 0.4)
        .lineTo(x - 0.4, y)
        .lineTo(-x + 0.4, y)
        .lineTo(-x, y - 0.4);
  }
  return shape;
}

function module(): THREE.Group {
  const board = new Board(width, height, { mask: 'green', thickness: 1.27, shape: outline(), seed: 51 });
  const bottom = -height / 2;
  board.pour(0, 1.6, width - 2, height - 7.5);
  board.wiring(0, 2, width - 2, height - 8, 210);
  // 144 contacts on this side, 0.85 mm apart, without the notch.
  for (let n = 0; n < 150; n++) {
    const x = (n - 74.5) * 0.85;
    if (Math.abs(x - notch) < 1.7) continue;
    board.pad(x, bottom + 1.75, 0.58, 2.9, 'gold', 0.12);
    board.trace(
      [
        [x, bottom + 3],
        [x, bottom + 5.4],
      ],
      0.2,
    );
  }
  const memory = [-54.5, -42, -29.5, -17, 17, 29.5, 42, 54.5];
  for (const x of memory) board.frame(x, 2.6, 10.4, 14.6);
  board.text('NB-D5U 1.1V', -7.5, -8.6, 1.3, { weight: 600 }).mark(64.2, 12.6, 1.8);
  board.text('E2  94V-0', 8.8, -8.7, 1.1);

  const made = group(board.mesh());
  for (const x of memory) {
    made.add(at(chip(9.6, 13.8, 1.05, { lines: ['NB5 4G8', 'D5600B', '2531 C7'] }), x, 2.6, board.top));
  }
  // Power management in the middle: controller, two inductors, hub.
  made.add(at(chip(5, 5, 0.85, { lines: ['NBP51', '31A'], marked: false }), 0, 3.4, board.top));
  made.add(
    at(inductor(4.2, 1.9, '1R0'), -6.9, 5, board.top),
    at(inductor(4.2, 1.9, '1R0'), 6.9, 5, board.top),
  );
  made.add(at(chip(3, 3, 0.7, { lines: ['SPD'], marked: false }), 7, -2.2, board.top));
  made.add(at(crystal(2.5, 2), -7, -1.8, board.top));
  const small: Place[] = [];
  const arrays: Place[] = [];
  for (const x of memory) {
    small.push(...row(6, 1.5, x, -6.2, board.top, 90), ...row(3, 3, x, 11.6, board.top));
    arrays.push(...row(5, 1.9, x, -8.9, board.top, 90));
  }
  small.push(
    ...row(6, 1.5, 0, 8.6, board.top, 90),
    ...row(5, 1.4, 0, -1.2, board.top, 90),
    ...row(4, 1.4, 0, -4.6, board.top, 90),
  );
  made.add(repeat(ceramicCapacitor('0402'), small), repeat(resistor('0402'), arrays));
  return made;
}

export function build(): THREE.Group {
  const front = module();
  const sticker = label(
    36,
    11.4,
    'paper',
    (canvas) => {
      canvas.fill('#f4f4f1');
      canvas.mark(-15.4, 2.6, 3.2, '#15181c');
      canvas.text('Northbridge', -12.8, 2.7, 3.1, '#15181c', { weight: 700 });
      canvas.text('32GB 2Rx8 PC5-5600B-UA0', -17, -0.6, 2.05, '#15181c', { weight: 600 });
      canvas.text('NB-D5U-5600-32', -17, -3.1, 1.7, '#15181c');
      canvas.barcode(7.4, -3.5, 12, 2.3, 5);
      canvas.matrixCode(14.6, 2.3, 4.4, 9);
    },
    0.6,
  );
  front.add(at(sticker, -35.75, 2.6, 2.4));
  // A second module behind shows that they come in numbers, and fills the frame.
  const back = stand(module());
  back.position.set(-14, 34, 0);
  return group(stand(front), back);
}
