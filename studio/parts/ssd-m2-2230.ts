import type * as THREE from 'three';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { m2Contacts, m2Outline } from '../pieces/cards.ts';
import { chip } from '../pieces/chips.ts';
import { machineScrew } from '../pieces/fasteners.ts';
import { at, group, type Place, repeat, row } from '../pieces/forms.ts';
import { ceramicCapacitor, inductor } from '../pieces/passives.ts';
import { label } from '../print.ts';

export const shot: Shot = { turn: -38, elevation: 42, lens: 14, fill: 0.86, aperture: 0.05, lift: 2.5 };

const [length, width] = [30, 22];

function card(): THREE.Group {
  const board = new Board(length, width, {
    mask: 'black',
    thickness: 0.85,
    shape: m2Outline(length, width),
    density: 48,
    seed: 23,
  });
  board.pour(3, 0, length - 8, width - 1).wiring(2, 0, length - 10, width - 1.2, 70);
  board.land(length / 2, 0, 4.2, 'gold');
  m2Contacts(board, length, width);
  const made = group(board.mesh());
  // One package holds controller and flash.
  made.add(at(chip(16, 13, 1.1, { marked: false }), 1.4, 0, board.top));
  const small: Place[] = [
    ...row(9, 1.35, 1.4, 8.6, board.top, 90),
    ...row(9, 1.35, 1.4, -8.6, board.top, 90),
    ...[-6, -4, -2, 0, 2, 4].map((y): Place => [-8.6, y, board.top, 0]),
    ...[-6, -4.5, 4.5, 6].map((y): Place => [11.4, y, board.top, 90]),
  ];
  made.add(repeat(ceramicCapacitor('0402'), small));
  made.add(at(inductor(2.6, 1.3, ''), -9, -8.2, board.top), at(inductor(2.6, 1.3, ''), -8.8, 8, board.top));
  const film = label(
    15.4,
    12.4,
    'film',
    (canvas) => {
      const { context } = canvas;
      const shade = context.createLinearGradient(-8, 0, 8, 0);
      shade.addColorStop(0, '#1b1e22');
      shade.addColorStop(1, '#2b3036');
      context.fillStyle = shade;
      context.fillRect(-8, -7, 16, 14);
      canvas.rect(0, -5.8, 15.4, 0.8, '#747c84');
      canvas.mark(-5.8, 3.8, 2.2, '#f3f5f7');
      canvas.text('Northbridge', -4.2, 3.9, 2, '#f3f5f7', { weight: 680 });
      canvas.text('NVMe SSD', -6.9, 0.6, 1.7, '#f3f5f7', { weight: 600 });
      canvas.barcode(-3.2, -2.8, 7.2, 2.2, 61, '#b8c2cc');
      canvas.rect(4.6, -2, 4.6, 4.6, '#f3f5f7', 0.3);
      canvas.matrixCode(4.6, -2, 3.8, 30);
    },
    0.6,
  );
  made.add(at(film, 1.4, 0, board.top + 1.14));
  return made;
}

export function build(): THREE.Group {
  const fastener = machineScrew(2.6, 4.5);
  fastener.rotation.set(Math.PI / 2, 0, 0);
  fastener.position.z = 2.5;
  return group(card(), at(card(), -2, 27, 0, 4), at(group(fastener), 21, -10, 0, 50));
}
