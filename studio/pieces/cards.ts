import * as THREE from 'three';
import { gold, mattePlastic, nickel, steel } from '../materials.ts';
import { Board, type BoardOptions } from './board.ts';
import { cardEdge, edgeFingers } from './connectors.ts';
import {
  at,
  block,
  box,
  group,
  hole,
  opening,
  type Place,
  plate,
  polygon,
  repeat,
  roundedRect,
  row,
} from './forms.ts';

/**
 * The board of an expansion card lying flat: bracket end at -x, PCIe contacts at the -y edge, `start` mm from the
 * bracket end. `height` counts the contacts, which are 7.5 mm of it. Pours and contacts are painted.
 */
export function cardBoard(
  width: number,
  height: number,
  lanes: 4 | 8 | 16,
  { start = 47, ...options }: BoardOptions & { start?: number } = {},
): Board {
  const [x, y] = [width / 2, height / 2];
  const foot = -y + 7.5;
  const from = -x + start;
  const edge = cardEdge(from, foot, lanes);
  const shape = polygon([
    [-x, foot + 5],
    [-x + 9, foot + 5],
    [-x + 11, foot],
    ...edge,
    [x - 1, foot],
    [x, foot + 1],
    [x, y - 1],
    [x - 1, y],
    [-x + 1, y],
    [-x, y - 1],
  ]);
  const board = new Board(width, height, { shape, ...options });
  board.pour(0, 4, width - 1.4, height - 9);
  const after = { 4: 21, 8: 38, 16: 71 }[lanes];
  edgeFingers(board, from + 1, -y + 0.7, 10, 1, 5.2);
  edgeFingers(board, from + 14.3, -y + 0.7, after, 1, 5.2);
  for (let n = 0; n < 11 + after; n++) {
    const at = from + 1 + n + (n > 9 ? 3.3 : 0);
    board.trace(
      [
        [at, -y + 6],
        [at, -y + 9.4],
      ],
      0.4,
    );
  }
  return board;
}

/**
 * A card's slot bracket beside a card that lies flat: a sheet at x = 0 that faces -x, y up along the card from its foot
 * at 0 to `height` (79.2 low profile, 120 full), z over the card from -4.6 to 13.8. Cuts are given in y and z; `vents`
 * are rows of round holes between two heights.
 */
export function slotBracket(
  height: number,
  cuts: { y: number; z: number; width: number; height: number }[] = [],
  vents: [from: number, to: number][] = [],
): THREE.Group {
  const middle = 4.6;
  const shape = polygon([
    [-5.2, 0],
    [5.2, 0],
    [5.2, 8],
    [9.2, 11],
    [9.2, height - 4],
    [9.2, height],
    [-9.2, height],
    [-9.2, 11],
    [-5.2, 8],
  ]);
  for (const cut of cuts) opening(shape, cut.z - middle, cut.y, cut.height, cut.width, 0.4);
  for (const [from, to] of vents) {
    const rows = Math.floor((to - from) / 2.9);
    for (let n = 0; n <= rows; n++) {
      const count = n % 2 ? 3 : 4;
      for (const [x] of row(count, 3.3)) hole(shape, x, from + n * 2.9, 1.25);
    }
  }
  const sheet = plate(shape, 0.86, steel(), { bevel: 0.18, curve: 10 });
  sheet.rotation.y = -Math.PI / 2;
  sheet.position.z = middle;
  // The tab for the case's screw bends away from the card.
  const tab = roundedRect(11.4, 18.4, 0.8);
  opening(tab, -3.6, -5.4, 5.6, 4.2, 2);
  const ear = plate(tab, 0.86, steel(), { bevel: 0.18 });
  ear.rotation.x = Math.PI / 2;
  ear.position.set(-5.6, height, middle);
  return group(sheet, ear);
}

/** An internal SlimSAS connector of four lanes, standing up, its long side along x. */
export function slimSas(): THREE.Group {
  const plastic = mattePlastic('#17181a');
  const shell = roundedRect(24, 7, 1);
  opening(shell, 0, 0, 22.6, 5.6, 0.6);
  const contacts: Place[] = [...row(19, 0.94, 0, 0.75, 1.2), ...row(19, 0.94, 0, -0.75, 1.2)];
  return group(
    box(26.6, 8, 2.6, plastic, 0.4),
    at(plate(shell, 8.4, nickel(), { bevel: 0.18 }), 0, 0, 2),
    block(22.6, 5.6, 4, mattePlastic('#0b0b0c')),
    at(box(19, 1.2, 8.2, plastic, 0.3), 0, 0, 1),
    repeat(block(0.42, 0.14, 7.4, gold()), contacts),
    // The latch's window in the long side.
    at(block(7, 0.3, 2.4, mattePlastic('#0b0b0c')), 0, -3.45, 5.6),
    at(box(3, 1.4, 7, plastic, 0.3), -12.6, 0, 2),
    at(box(3, 1.4, 7, plastic, 0.3), 12.6, 0, 2),
  );
}

/** The outline of an M.2 card: contacts with the M key at the left (-x), the screw's half-round at the right. */
export function m2Outline(length: number, width: number): THREE.Shape {
  const [x, y] = [length / 2, width / 2];
  const shape = new THREE.Shape();
  shape
    .moveTo(-x, -y + 1.6)
    .lineTo(-x + 0.4, -y + 1.2)
    .lineTo(-x + 3.6, -y + 1.2)
    .lineTo(-x + 3.6, -y);
  shape.lineTo(x, -y).lineTo(x, -2.75);
  shape.absarc(x, 0, 2.75, -Math.PI / 2, Math.PI / 2, true);
  shape
    .lineTo(x, y)
    .lineTo(-x + 3.6, y)
    .lineTo(-x + 3.6, y - 1.2)
    .lineTo(-x + 0.4, y - 1.2)
    .lineTo(-x, y - 1.6);
  shape.lineTo(-x, 6.7).lineTo(-x + 2.9, 6.7);
  shape.absarc(-x + 2.9, 6.1, 0.6, Math.PI / 2, -Math.PI / 2, true);
  shape.lineTo(-x, 5.5).lineTo(-x, -y + 1.6);
  return shape;
}

/** Paints the contacts of an M.2 card's upper side. */
export function m2Contacts(board: Board, length: number, width: number): void {
  const [x, y] = [length / 2, width / 2];
  for (let n = 0; n < 38; n++) {
    const at = -y + 1.75 + n * 0.5;
    if (at > 4.9 && at < 7.3) continue;
    if (at < y - 1.3) board.pad(-x + 1.75, at, 2.5, 0.34, 'gold', 0.08);
  }
}
