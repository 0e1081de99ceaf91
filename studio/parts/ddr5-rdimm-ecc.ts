import type * as THREE from 'three';
import { anodised, steel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { chip } from '../pieces/chips.ts';
import {
  at,
  box,
  crown,
  group,
  opening,
  type Place,
  plate,
  polygon,
  repeat,
  row,
  stand,
} from '../pieces/forms.ts';
import { moduleContacts, moduleOutline } from '../pieces/memory.ts';
import { ceramicCapacitor, resistor } from '../pieces/passives.ts';
import { label, print } from '../print.ts';

export const shot: Shot = { turn: 37, elevation: 23, lens: 15, fill: 0.92, aperture: 0.045 };

const [width, height] = [133.35, 31.25];
const key = -5.3;

/** One stamped sheet of the spreader: a scalloped upper edge, long beads, a window for the clips. */
function sheet(): THREE.Group {
  const metal = anodised('#b9c0c8');
  const [left, right, low, high] = [-64, 64, -9.2, 15.5];
  const points: [number, number][] = [
    [left, low + 1.5],
    [left + 1.5, low],
    [right - 1.5, low],
    [right, low + 1.5],
    [right, high - 3.6],
    [right - 4, high - 3.6],
    [right - 6, high],
  ];
  // The dips let the next module's air through.
  for (const x of [42, 14, -14, -42]) {
    points.push([x + 9, high], [x + 7.4, high - 2.2], [x - 7.4, high - 2.2], [x - 9, high]);
  }
  points.push([left + 6, high], [left + 4, high - 3.6], [left, high - 3.6]);
  const shape = polygon(points);
  for (const x of [-28, 28]) opening(shape, x, -6.4, 12.6, 1.6, 0.7);
  const made = group(crown(plate(shape, 1.1, metal, { bevel: 0.22 }), 4));
  const bead = box(17, 1, 0.55, metal, 0.27);
  for (const x of [42, 14, -14, -42]) for (const y of [9.8, 7.6, 5.4]) made.add(at(bead.clone(), x, y, 0.85));
  // Pressed field over the middle, and its outline.
  made.add(at(box(124, 0.7, 0.5, metal, 0.25), 0, 3, 0.8), at(box(124, 0.7, 0.5, metal, 0.25), 0, -7.9, 0.8));
  return made;
}

function module(): THREE.Group {
  const shape = moduleOutline(width, height, key);
  const board = new Board(width, height, { mask: 'green', thickness: 1.27, shape, seed: 80 });
  board.pour(0, 1.6, width - 2, height - 7.5).wiring(0, -4, width - 2, 14, 120);
  moduleContacts(board, height, key);
  board.text('NB-D5R  ECC', 34, -10.2, 1.2, { weight: 600 });
  const made = group(board.mesh());
  const chips: Place[] = [...row(5, 11.6, -38.4, 1.4, board.top), ...row(5, 11.6, 38.4, 1.4, board.top)];
  made.add(repeat(chip(9, 12.6, 1.05), chips));
  made.add(
    repeat(ceramicCapacitor('0402'), row(58, 2.1, 0, -10.3, board.top, 90)),
    repeat(resistor('0402'), row(30, 4.1, 0, 14.9, board.top)),
  );
  const front = sheet();
  made.add(at(front, 0, 0, board.top + 1.1));
  const back = sheet();
  back.rotation.y = Math.PI;
  made.add(at(group(back), 0, 0, -1.1));
  // Spring clips hold both sheets together over the upper edge.
  for (const x of [-28, 28]) {
    const clip = group(
      at(box(9, 1, 5.8, steel(), 0.3), 0, 15.9, -2.3),
      at(box(9, 22.5, 0.6, steel(), 0.25), 0, 4.9, 3.45),
      at(box(9, 2.4, 1.1, steel(), 0.4), 0, -6.4, 3),
    );
    made.add(at(clip, x, 0));
  }
  const top = board.top + 1.1 + 1.1;
  const sticker = label(
    45,
    9.9,
    'paper',
    (canvas) => {
      canvas.fill('#f5f5f2');
      canvas.rect(-21.6, 0, 1.8, 9.9, '#b3202a');
      canvas.mark(-18, 1.9, 3.2, '#15181c');
      canvas.text('Northbridge', -15.5, 2, 3, '#15181c', { weight: 700 });
      canvas.text('64GB 2Rx4 PC5-4800B-RA0', -19.7, -0.9, 1.95, '#15181c', { weight: 640 });
      canvas.text('NB-D5R-4800-64   25310480', -19.7, -3.5, 1.5, '#2c3136', { weight: 540 });
      canvas.barcode(11.6, -3.4, 11, 1.7, 48);
      canvas.text('ECC', 4.8, 2, 3, '#b3202a', { weight: 750 });
      canvas.matrixCode(19.2, 1.2, 4.6, 64);
    },
    0.6,
  );
  made.add(at(sticker, 0, -2.4, top + 0.75));
  const left = print(22, 7, 'ink', (canvas) => {
    canvas.mark(-8.6, 0, 4, '#2a2e33');
    canvas.text('DDR5', -5.2, 0.1, 4.6, '#2a2e33', { weight: 720 });
  });
  made.add(at(left, -48.6, -2.4, top + 0.06));
  const right = print(24, 7, 'ink', (canvas) => {
    canvas.text('REGISTERED', -11, 1.5, 2.5, '#2a2e33', { weight: 680 });
    canvas.text('1.1 V   4800 MT/s', -11, -1.6, 2.1, '#2a2e33', { weight: 560 });
  });
  made.add(at(right, 49.4, -2.4, top + 0.06));
  return made;
}

export function build(): THREE.Group {
  // Four in a row, as they stand beside a server's processor.
  const made = group();
  const first = module();
  for (let n = 0; n < 4; n++) {
    const one = stand(first.clone());
    one.position.set(n * 1.2, n * 13.5, height / 2);
    made.add(one);
  }
  return made;
}
