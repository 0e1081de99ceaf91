import type * as THREE from 'three';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { chip, crystal } from '../pieces/chips.ts';
import { at, group, type Place, repeat, row, stand } from '../pieces/forms.ts';
import { moduleContacts, moduleOutline, udimmLabel } from '../pieces/memory.ts';
import { ceramicCapacitor, inductor, resistor } from '../pieces/passives.ts';

export const shot: Shot = { turn: -34, elevation: 26, lens: 15, fill: 0.9, aperture: 0.04 };

const width = 133.35;
const height = 31.25;
/** The key notch sits a little left of the middle, so that the module fits one way round. */
const notch = -5.3;

function module(): THREE.Group {
  const shape = moduleOutline(width, height, notch);
  const board = new Board(width, height, { mask: 'green', thickness: 1.27, shape, seed: 51 });
  board.pour(0, 1.6, width - 2, height - 7.5);
  board.wiring(0, 2, width - 2, height - 8, 210);
  moduleContacts(board, height, notch);
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
  front.add(at(udimmLabel(), -35.75, 2.6, 2.4));
  // A second module behind shows that they come in numbers, and fills the frame.
  const back = stand(module());
  back.position.set(-14, 34, 0);
  return group(stand(front), back);
}
