import * as THREE from 'three';
import { gold, mattePlastic, nickel, steel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { chip, crystal, powerStage } from '../pieces/chips.ts';
import { dimmSlot } from '../pieces/connectors.ts';
import { screw } from '../pieces/fasteners.ts';
import {
  at,
  bar,
  block,
  box,
  grid,
  group,
  opening,
  type Place,
  plate,
  polygon,
  repeat,
  roundedRect,
  row,
} from '../pieces/forms.ts';
import { fanHeader } from '../pieces/mainboard.ts';
import { ceramicCapacitor, inductor, polymerCapacitor, resistor } from '../pieces/passives.ts';
import { print } from '../print.ts';

/** The picture of a page that does not exist: a socket without its processor, opened. */
export const shot: Shot = { turn: -31, elevation: 36, lens: 15, fill: 0.9, aperture: 0.05, stops: 0.15 };

const [width, height] = [132, 112];

/** A field of spring contacts, each bent up a little. */
function contacts(places: Place[]): THREE.Group {
  const spring = group(
    at(block(0.46, 0.5, 0.3, gold()), 0, -0.1),
    at(new THREE.Mesh(new THREE.BoxGeometry(0.4, 0.86, 0.14), gold()), 0, 0.12, 0.42),
  );
  spring.children[1]!.rotation.x = 0.5;
  return repeat(spring, places);
}

function socket(): THREE.Group {
  const plastic = mattePlastic('#202225');
  const frame = roundedRect(54, 58, 2);
  opening(frame, 0, 0, 38.6, 46.2, 0.8);
  const made = group(
    plate(frame, 4.4, plastic, { bevel: 0.4 }),
    box(52, 56, 1.5, mattePlastic('#2a2d31'), 0.2),
    // The guides that only let a processor in one way round.
    at(box(1.6, 2.4, 3.4, plastic, 0.5), -18.8, 9, 1.4),
    at(box(1.6, 2.4, 3.4, plastic, 0.5), 18.8, -9, 1.4),
    // Thumb rests for lifting a processor out.
    at(box(14, 3.4, 1.2, mattePlastic('#0f1012'), 0.5), 0, -24.6, 4),
    at(box(14, 3.4, 1.2, mattePlastic('#0f1012'), 0.5), 0, 24.6, 4),
  );
  const inside = grid(38, 46, 0.98, 0.96, 0, 0, 1.5).filter(
    ([x, y]) => !(Math.abs(x) < 8.6 && Math.abs(y) < 10.4) && Math.abs(y) > 0.6 * +(Math.abs(x) < 12),
  );
  made.add(contacts(inside));
  // The bare middle, with capacitors on the board below.
  made.add(
    at(block(16, 19.6, 0.2, mattePlastic('#111214')), 0, 0, 1.5),
    repeat(ceramicCapacitor('0603', '#8d7453'), grid(5, 7, 2.8, 2.5, 0, 0, 1.7)),
  );
  const corner = print(4, 4, 'ink', (canvas) => {
    canvas.context.beginPath();
    canvas.context.moveTo(-1.6, 1.6);
    canvas.context.lineTo(1.4, 1.6);
    canvas.context.lineTo(-1.6, -1.4);
    canvas.context.fillStyle = '#d8dcdf';
    canvas.context.fill();
  });
  made.add(at(corner, -22.6, -25.6, 4.44));
  return made;
}

/** What presses a processor down, swung open over its hinge at the far edge, and its lever, raised. */
function latch(): THREE.Group {
  const outline = polygon([
    [-27, -4],
    [-20, 0],
    [20, 0],
    [27, -4],
    [28, -20],
    [28, -52],
    [25, -60],
    [8, -62],
    [6, -68],
    [-6, -68],
    [-8, -62],
    [-25, -60],
    [-28, -52],
    [-28, -20],
  ]);
  opening(outline, 0, -31.5, 35, 42, 3);
  const load = group(
    plate(outline, 1.4, steel(), { bevel: 0.4 }),
    // Pressed ribs and the two tongues that touch the lid.
    at(box(2.4, 40, 0.9, steel(), 0.4), -23, -31, -0.6),
    at(box(2.4, 40, 0.9, steel(), 0.4), 23, -31, -0.6),
    at(box(5, 12, 1.6, steel(), 0.6), -18.4, -31, -0.9),
    at(box(5, 12, 1.6, steel(), 0.6), 18.4, -31, -0.9),
  );
  load.rotation.x = THREE.MathUtils.degToRad(-112);
  const lever = bar(
    [
      [-20, 33.4, 3.4],
      [10, 33.4, 3.4],
      [27.6, 33.4, 3.4],
      [30.6, 34, 4.6],
      [31, 36.6, 12],
      [31, 45, 36],
      [31, 52.4, 57],
      [32.6, 54.4, 62.4],
      [37, 55, 64],
      [39.4, 54.6, 62.6],
    ],
    1.05,
    nickel(),
    { sides: 16, steps: 220, tension: 0.35 },
  );
  return group(
    at(load, 0, 33.6, 4.8),
    at(box(44, 5, 2.6, nickel(), 0.7), 0, 33.2, 0),
    at(box(7, 4.4, 6, steel(), 0.8), -15, 33.4, 0.6),
    at(box(7, 4.4, 6, steel(), 0.8), 15, 33.4, 0.6),
    lever,
    // The catch of the lever and the screw that holds the plate, waiting.
    at(box(5, 8, 3.4, steel(), 0.7), 30.4, -22, 0),
    at(box(18, 8, 1.3, steel(), 0.4), 0, -33.4, 0),
    at(screw(6.4, 'torx'), 0, -34, 1.3),
    at(screw(5, 'torx'), -19.6, 33.4, 2.6),
    at(screw(5, 'torx'), 19.6, 33.4, 2.6),
  );
}

export function build(): THREE.Group {
  const board = new Board(width, height, { mask: 'black', shape: roundedRect(width, height, 3), seed: 404 });
  const z = board.top;
  const [sx, sy] = [3, -5];
  board.pour(0, 0, width - 2.4, height - 2.4, 1.6).wiring(0, 0, width - 4, height - 4, 760);
  // The memory's bus runs out of the socket to the right, in bundles.
  for (const y of [16, 6, -4, -14]) board.bus(sx + 28, sy + y, width / 2 - 19, y * 1.16, 10, 0.62);
  board.bus(-12, -36, -4, -55, 12, 0.6, true).bus(8, -36, 16, -55, 12, 0.6, true);
  for (const [x, y] of [
    [-37.5, 32],
    [43, 32],
    [-37.5, -42.5],
    [43, -42.5],
  ] as const)
    board.land(sx * 0 + x, y, 4, 'tin', 2);
  board.frame(sx, sy, 60, 78, 0.2, 1);
  board.text('SOCKET 404', sx - 28, -48.4, 3.6, { weight: 720 }).mark(-33, -48.4, 4.4);
  board.text('DIMM A1', 52.4, -52.6, 2, { weight: 600 });
  board.text('CPU_FAN', 22, 52.8, 1.9);

  const made = group(board.mesh(), at(socket(), sx, sy, z), at(latch(), sx, sy, z));
  // Its power: chokes, their stages and cans along the left and the far edge.
  const left = Array.from({ length: 7 }, (_, n): Place => [-56, -38 + n * 10.2, z]);
  const far = row(5, 10.2, -27, 48, z);
  made.add(
    repeat(inductor(8.4, 6.4, 'R15', '#4a4d51'), [...left, ...far]),
    repeat(
      powerStage(5, 6, ['NB90']),
      left.map(([x, y]): Place => [x + 8.2, y, z, 90]),
    ),
    repeat(
      polymerCapacitor(6.3, 7.7, '#2b2e33'),
      [-33, -24.4, -15.8, -7.2, 1.4, 10, 18.6].map((y): Place => [-39, y, z, 90]),
    ),
    at(dimmSlot(106, -4, '#3a3e44', '#50555b'), 57.6, 0, z, 90),
    at(fanHeader(), 30, 48.6, z),
    at(chip(7, 7, 0.9, { legs: 'qfp', pitch: 0.5, lines: ['VR16', '31'] }), 12, 49, z),
    at(crystal(5, 3.2), 40, -51, z),
  );
  const small: Place[] = [
    ...row(20, 2.3, sx, -46.4 + 3.6, z, 90).slice(3, 17),
    ...Array.from({ length: 20 }, (_, n): Place => [36.6, -27 + n * 2.4, z, 0]),
    ...Array.from({ length: 9 }, (_, n): Place => [48.8, -40 + n * 2.6, z, 0]),
    ...Array.from({ length: 9 }, (_, n): Place => [48.8, 14 + n * 2.6, z, 0]),
    ...row(8, 2.6, 18, -51.5, z, 90),
  ];
  made.add(
    repeat(ceramicCapacitor('0603'), small),
    repeat(
      resistor('0603'),
      small.filter((_, n) => n % 3 === 0).map(([x, y, , turn]): Place => [x + 2.4, y, z, turn]),
    ),
  );
  return made;
}
