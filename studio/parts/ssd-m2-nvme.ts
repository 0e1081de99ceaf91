import type * as THREE from 'three';
import { nickel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { m2Contacts, m2Outline } from '../pieces/cards.ts';
import { chip } from '../pieces/chips.ts';
import { machineScrew } from '../pieces/fasteners.ts';
import { at, box, crown, group, type Place, repeat, row } from '../pieces/forms.ts';
import { ceramicCapacitor, inductor, resistor, tantalumCapacitor } from '../pieces/passives.ts';
import { label, print } from '../print.ts';

export const shot: Shot = { turn: -38, elevation: 42, lens: 14, fill: 0.9, aperture: 0.05, lift: 2.5 };

const [length, width] = [80, 22];

export function build(): THREE.Group {
  const x = length / 2;
  const board = new Board(length, width, {
    mask: 'black',
    thickness: 0.85,
    shape: m2Outline(length, width),
    density: 40,
    seed: 22,
  });
  board.pour(3, 0, length - 8, width - 1).wiring(2, 0, length - 10, width - 1.2, 150);
  // The screw's plated half-round.
  board.land(x, 0, 4.2, 'gold');
  m2Contacts(board, length, width);
  board.text('NB-M2-80', -23, -9.6, 1.3, { weight: 600 }).dot(-33.4, 6.2, 0.35);
  board.frame(-24.5, 0.6, 13, 13).frame(-9.5, 0, 9.6, 13.6);
  const made = group(board.mesh());

  // Controller under a nickel lid, DRAM, two stacks of flash.
  made.add(at(chip(12, 12, 0.8, { marked: false }), -24.5, 0.6, board.top));
  made.add(at(crown(box(9.6, 9.6, 0.5, nickel(), 0.2), 8), -24.5, 0.6, board.top + 0.7));
  const engraving = print(9, 9, 'laser', (canvas) => {
    canvas.mark(-2.6, 2.4, 1.9, '#4a4946');
    canvas.text('NB-X4', -1.2, 2.4, 1.6, '#4a4946', { weight: 700 });
    canvas.text('PCIe 4.0', -3.6, -0.5, 1.45, '#4a4946');
    canvas.text('2531 A1', -3.6, -2.6, 1.45, '#4a4946');
  });
  made.add(at(engraving, -24.5, 0.6, board.top + 1.23));
  made.add(at(chip(8.4, 12.4, 0.9, { lines: ['NBD4 8G', '3200 A', '2529'] }), -9.5, 0, board.top));
  for (const place of [7, 24.5])
    made.add(at(chip(14, 18, 1.1, { lines: ['NBF 1TB', 'TLC 176'] }), place, 0, board.top));

  const small: Place[] = [
    ...row(8, 1.35, -25, 9.2, board.top, 90),
    ...row(7, 1.35, -25, -7.4, board.top, 90),
    ...row(5, 1.3, -9.5, 8.6, board.top, 90),
    ...row(6, 1.2, -9.5, -8.4, board.top, 90),
    ...[-6, -4, -2, 0, 2, 4, 6].map((at): Place => [-16.3, at, board.top, 0]),
    ...[-5, -3, -1, 1, 3, 5].map((at): Place => [34.3, at, board.top, 90]),
  ];
  made.add(repeat(ceramicCapacitor('0402'), small));
  made.add(
    repeat(
      resistor('0402'),
      [-7, -5, -3, -1, 1, 3].map((at): Place => [-33.6, at, board.top, 90]),
    ),
  );
  made.add(
    at(inductor(2.6, 1.3, ''), -33.6, -9, board.top),
    at(inductor(2.6, 1.3, ''), -33.2, 9.2, board.top),
  );
  made.add(
    at(tantalumCapacitor(3.5, 2.8, 1.2), 36.6, 7.4, board.top),
    at(tantalumCapacitor(3.5, 2.8, 1.2), 36.6, -7.6, board.top),
  );

  const film = label(
    34.6,
    20,
    'film',
    (canvas) => {
      const { context } = canvas;
      const shade = context.createLinearGradient(-17, 0, 17, 0);
      shade.addColorStop(0, '#1b1e22');
      shade.addColorStop(1, '#2b3036');
      context.fillStyle = shade;
      context.fillRect(-18, -11, 36, 22);
      canvas.rect(0, -9.4, 34.6, 1.2, '#747c84');
      canvas.mark(-14.2, 5.9, 3.4, '#f3f5f7');
      canvas.text('Northbridge', -11.6, 6, 3.3, '#f3f5f7', { weight: 680 });
      canvas.text('NVMe SSD  2 TB', -15.9, 1, 2.5, '#f3f5f7', { weight: 600 });
      canvas.text('M.2 2280   PCIe 4.0 x4', -15.9, -2.2, 1.6, '#b8c2cc');
      canvas.text('NB-M2-80-2T   3.3 V  2.6 A', -15.9, -4.7, 1.35, '#b8c2cc');
      canvas.rect(12.7, -2.6, 6.6, 6.6, '#f3f5f7', 0.4);
      canvas.matrixCode(12.7, -2.6, 5.4, 22);
    },
    0.8,
  );
  made.add(at(film, 15.75, 0, board.top + 1.16));

  // The screw that holds it, lying beside.
  const fastener = machineScrew(2.6, 4.5);
  fastener.rotation.set(Math.PI / 2, 0, 0);
  fastener.position.z = 2.5;
  return group(made, at(group(fastener), 30, -19, 0, 50));
}
