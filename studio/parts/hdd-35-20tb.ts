import * as THREE from 'three';
import { aluminium, anodised, mattePlastic, nickel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { chip } from '../pieces/chips.ts';
import { driveConnector, driveOutline, sideHoles } from '../pieces/drives.ts';
import { screw } from '../pieces/fasteners.ts';
import {
  at,
  block,
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
  row,
  stand,
} from '../pieces/forms.ts';
import { ceramicCapacitor } from '../pieces/passives.ts';
import { label } from '../print.ts';

export const shot: Shot = { turn: -31, elevation: 19, lens: 15, fill: 0.92, aperture: 0.045 };

const [width, length, height] = [101.6, 147, 26.1];
const notch = { width: 43, depth: 8, shift: -12 };

/** Die-cast base, welded cover and connector; the cover looks up, the connector to -y. */
function drive(): THREE.Group {
  const cast = anodised('#aeb2b6');
  const [x, y] = [width / 2, length / 2];
  // The waist above the side rails follows the platters' bowl.
  const waist = driveOutline(width - 3.4, length - 3, 5, { ...notch, depth: 7.4 });
  const cover = polygon([
    [-x + 4.2, -y + 20],
    [-x + 12, -y + 10.5],
    [x - 7, -y + 10.5],
    [x - 3.4, -y + 14],
    [x - 3.4, y - 10],
    [x - 10, y - 3.4],
    [-x + 10, y - 3.4],
    [-x + 3.4, y - 10],
  ]);
  const made = group(
    at(plate(driveOutline(width, length, 3, notch), 15, cast, { bevel: 0.7, curve: 12 }), 0, 0, 1.4),
    at(plate(waist, 8.8, cast, { bevel: 0.8, curve: 12 }), 0, 0, 15.8),
    at(crown(plate(cover, 1.6, aluminium(), { bevel: 0.5 }), 6), 0, 0, 24.3),
    at(driveConnector(), notch.shift, -y + 4.2, 1.6),
    at(block(43, 1, 14, mattePlastic('#141516')), notch.shift, -y + 8.6, 1.4),
    sideHoles(width, 6.4, [-y + 28.5, -y + 70, y - 16.5], 1.7),
  );
  const corners: Place[] = [
    [-x + 6.4, y - 6.4],
    [x - 6.4, y - 6.4],
    [x - 7, -y + 6],
    [-x + 6, -y + 9],
  ].map(([a, b]): Place => [a!, b!, 24.5, 12]);
  made.add(repeat(screw(5.2, 'torx', nickel()), corners));
  return made;
}

function topLabel(): THREE.Group {
  const paper = label(
    86,
    114,
    'paper',
    (canvas) => {
      const ink = '#14181c';
      canvas.fill('#f3f3f0');
      canvas.rect(0, 49.5, 86, 15, '#1e2429');
      canvas.rect(0, 41.2, 86, 1.6, '#d7263d');
      canvas.mark(-36, 49.8, 7, '#ffffff');
      canvas.text('Northbridge', -30.4, 50, 6.4, '#ffffff', { weight: 680 });
      canvas.text('Nearline', 39, 50, 4.4, '#c6ccd2', { weight: 520, align: 'right' });
      canvas.text('20 TB', -39.4, 29.6, 15.6, ink, { weight: 760 });
      canvas.text('SATA 6 Gb/s', 39, 32.6, 4, ink, { weight: 640, align: 'right' });
      canvas.text('7200 rpm  512 MB', 39, 26.8, 3.4, ink, { weight: 560, align: 'right' });
      canvas.rect(0, 18.4, 79, 0.4, ink);
      const left: [string, string][] = [
        ['Model', 'NB-H35-20T'],
        ['Serial', 'ZNB531K20T07'],
        ['WWN', '5000C500E1B720A4'],
        ['Firmware', 'NH04'],
        ['Date', '2025-31'],
        ['Rated', '5 V 0.9 A   12 V 1.3 A'],
      ];
      for (const [n, [key, value]] of left.entries()) {
        canvas.text(key, -39.4, 13.4 - n * 5, 2.6, '#22272c', { weight: 600 });
        canvas.text(value, -25, 13.4 - n * 5, 2.8, ink, { weight: 640 });
      }
      canvas.matrixCode(29.4, 4.4, 18, 20, ink);
      canvas.barcode(-12, -22.6, 54, 6, 535, ink);
      canvas.text('S/N ZNB531K20T07', -39, -28.4, 2.4, ink, { weight: 560 });
      canvas.barcode(-16, -35, 46, 5, 77, ink);
      canvas.text('WWN 5000C500E1B720A4', -39, -40, 2.4, ink, { weight: 560 });
      canvas.frame(28.6, -30.6, 20, 20, ink, 0.5, 2);
      canvas.text('He', 28.6, -29, 9.4, ink, { align: 'center', weight: 720 });
      canvas.text('SEALED', 28.6, -37, 2.8, ink, { align: 'center', weight: 640 });
      canvas.rect(0, -49.6, 86, 9.2, '#e9b62c');
      canvas.text('Helium-filled. Do not open, puncture or cover.', -39, -48.3, 2.9, ink, { weight: 640 });
      canvas.text('Warranty void if this label is removed.', -39, -51.9, 2.4, ink, { weight: 540 });
    },
    2,
  );
  return group(at(paper, 0, 3.4, 26.02));
}

/** Looked at from below: the cast shell, the motor's hub, the controller board. */
function underside(): THREE.Group {
  const y = length / 2;
  const cast = anodised('#9a9ea3');
  const base = driveOutline(width, length, 3, notch);
  const made = group(
    plate(base, height - 3, cast, { bevel: 0.7, curve: 12 }),
    at(block(43, 1, 14, mattePlastic('#141516')), notch.shift, -y + 8.6, 1.4),
    sideHoles(width, 15, [-y + 28.5, -y + 70, y - 16.5], 1.7),
  );
  const connector = driveConnector();
  connector.rotation.y = Math.PI;
  made.add(at(group(connector), notch.shift, -y + 4.2, height - 4));
  // Ribs and the bowl around the motor.
  const top = height - 3;
  made.add(
    at(ring(33, 36, 1.6, cast, 0.6, 96), 0, 14, top - 0.2),
    at(ring(12.5, 15, 1.8, cast, 0.6, 64), 0, 14, top - 0.2),
    at(cylinder(11.8, 1.4, nickel(), { bevel: 0.4, sides: 64 }), 0, 14, top - 0.2),
    at(ring(1.4, 4.6, 0.5, aluminium(), 0.2, 48), 0, 14, top + 1.2),
  );
  made.add(
    repeat(
      screw(3.4, 'torx', nickel()),
      Array.from({ length: 3 }, (_, n): Place => {
        const angle = 0.5 + (n * 2 * Math.PI) / 3;
        return [8.4 * Math.cos(angle), 14 + 8.4 * Math.sin(angle), top + 1.2];
      }),
    ),
  );
  for (let n = 0; n < 9; n++) {
    const angle = (n * 2 * Math.PI) / 9 + 0.2;
    const rib = box(18.4, 1.5, 0.9, cast, 0.4);
    made.add(
      at(rib, 23.9 * Math.cos(angle), 14 + 23.9 * Math.sin(angle), top - 0.2, (angle * 180) / Math.PI),
    );
  }
  // Webs stiffen the corners beyond the bowl.
  for (const side of [-1, 1]) {
    for (const [reach, b] of [
      [16, 62],
      [9, 55],
    ] as const)
      made.add(at(box(reach, 1.5, 0.9, cast, 0.4), side * (46 - reach / 2), b, top - 0.2, side * -38));
    made.add(at(cylinder(3.4, 1, cast, { bevel: 0.4 }), side * 42, 66, top - 0.2));
  }
  made.add(at(box(70, 1.5, 0.9, cast, 0.4), 0, 66, top - 0.2));
  const shape = new THREE.Shape();
  shape.moveTo(-46, -62).lineTo(46, -62).lineTo(46, -14).lineTo(30, -8);
  shape.absarc(0, 14, 37.4, -0.64, Math.PI + 0.64, true);
  shape.lineTo(-46, -14).lineTo(-46, -62);
  opening(shape, notch.shift, -60, 38, 9, 0.6);
  hole(shape, -42, -58, 1.7);
  const board = new Board(width, length, { mask: 'green', thickness: 1.1, shape, density: 20, seed: 35 });
  board.pour(0, -36, 92, 54).wiring(0, -36, 92, 54, 260);
  const lands: Place[] = [
    [42.4, -58],
    [-42.4, -58],
    [42.4, -18],
    [-42.4, -18],
  ];
  for (const [a, b] of lands) board.land(a, b, 3.1, 'tin');
  for (let n = 0; n < 26; n++) board.land(-34 + ((n * 17) % 69), -50 + ((n * 11) % 29), 0.7, 'gold');
  for (let n = 0; n < 4; n++) board.pad(-4.5 + n * 3, -26.4, 1.6, 4, 'gold', 0.2);
  board.text('NB-H35 2060-R3', 20, -57, 2.2, { weight: 600 }).mark(-37, -50, 4);
  made.add(at(board.mesh(), 0, 0, top));
  const z = top + board.top;
  made.add(
    at(repeat(screw(4.6, 'torx', nickel()), lands), 0, 0, z),
    at(chip(14, 14, 1, { lines: ['NB-HC8', '6G 512', '2529'] }), 26, -38, z),
    at(chip(9, 11, 1, { lines: ['NBD 4G', '2527'] }), 8, -42, z),
    at(chip(9, 9, 1, { legs: 'qfp', lines: ['SM77', '2526'], marked: false }), -20, -36, z),
    at(repeat(ceramicCapacitor('0805'), row(9, 3.2, -22, -46, z, 90)), 0, 0),
    at(repeat(ceramicCapacitor('0603'), row(10, 2.6, 22, -27, z, 90)), 0, 0),
  );
  return made;
}

export function build(): THREE.Group {
  // Both rest on their connector ends: the label of one, the board of the other.
  const front = drive();
  front.add(topLabel());
  return group(at(stand(front), 0, 0, length / 2), at(stand(underside()), 118, 42, length / 2, 3));
}
