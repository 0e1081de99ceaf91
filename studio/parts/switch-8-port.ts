import type * as THREE from 'three';
import { lit, mattePlastic, powderCoat, rubber } from '../materials.ts';
import type { Shot } from '../part.ts';
import { patchPlug } from '../pieces/cables.ts';
import { rj45 } from '../pieces/connectors.ts';
import { screw } from '../pieces/fasteners.ts';
import { at, bar, box, cylinder, group, repeat, row } from '../pieces/forms.ts';
import { face, slots, standingPrint, wall } from '../pieces/sheet.ts';
import { print } from '../print.ts';

export const shot: Shot = { turn: -31, elevation: 27, lens: 16, fill: 0.93, aperture: 0.03 };

const [width, depth, height] = [200, 112, 31];
const foot = 2;
const [right, front] = [width / 2, -depth / 2];
/** Middle of each group of four ports. */
const groups = [-9.5, 62];

export function build(): THREE.Group {
  const coat = powderCoat('#123253');
  const made = group();
  const low = foot + height / 2;

  // The body: a folded cover over a tray, the front let in.
  made.add(
    at(box(width, depth, 2.4, coat, 1), 0, 0, foot + height - 2.4),
    at(box(width - 1, depth - 1, 1.4, coat, 0.5), 0, 0, foot),
    at(box(width - 1, 1.2, height - 1, coat, 0.4), 0, depth / 2 - 0.6, foot + 0.5),
    face(wall(depth, height, 1.2, coat, slots(22, 3.9, 1.9, 13, 6, -2)), 'right', right - 1.2, 0, low),
    face(wall(depth, height, 1.2, coat, slots(22, 3.9, 1.9, 13, -6, -2)), 'left', -right + 1.2, 0, low),
    at(box(width - 6, depth - 6, height - 6, mattePlastic('#0b0c0e'), 1), 0, 12, foot + 2.5),
  );
  // The cover's ribs carry the heat away, as no fan does.
  const rib = box(1.5, depth - 16, 2.3, coat, 0.65);
  made.add(repeat(rib, row(31, 4.4, 27, 0, foot + height - 0.8)));

  const cuts = groups.map((x) => ({ x, y: 1.6, width: 66.4, height: 14.6, radius: 0.6 }));
  const silver = powderCoat('#c6cace');
  made.add(
    face(wall(width - 3, height - 3.4, 1.6, silver, cuts, { radius: 1 }), 'front', 0, front + 1.9, low - 0.6),
  );
  for (const x of groups) made.add(at(rj45(4, '#202226'), x, front + 9.3, low + 1.6 - 6.7));
  const ink = '#1c2733';
  made.add(
    standingPrint('front', [0, front + 0.24, low - 0.6], width - 4, height - 4, 'ink', (canvas) => {
      canvas.mark(-90, 7.3, 6, ink);
      canvas.text('Northbridge', -85.2, 7.4, 5.6, ink, { weight: 680 });
      canvas.text('2.5G SWITCH  NB-S8', -93.2, 0.8, 2.9, '#3d4a57', { weight: 600 });
      for (const [n, words] of ['POWER', '2.5G', '1G'].entries())
        canvas.text(words, -89.2 + n * 17, -7.6, 2.3, '#3d4a57', { weight: 600 });
      for (const [g, x] of groups.entries()) {
        for (let n = 0; n < 4; n++) {
          canvas.text(`${g * 4 + n + 1}`, x + (n - 1.5) * 16.4, -9.3, 3, ink, {
            align: 'center',
            weight: 650,
          });
        }
      }
    }),
  );
  for (const [n, colour] of ['#19d15f', '#19d15f', '#f08a12'].entries()) {
    made.add(at(box(2, 0.8, 2, lit(colour, 0.7), 0.4), -92.4 + n * 17, front + 0.3, low - 9.2));
  }
  const head = screw(6.2, 'cross');
  for (const y of [-50, 50]) made.add(face(screw(5.4, 'cross'), 'right', right, y, low + 9));
  made.add(face(head, 'right', right, -50, low - 9));
  for (const x of [-84, 84])
    for (const y of [-42, 42]) made.add(at(cylinder(6, foot, rubber('#232528'), { bevel: 0.4 }), x, y, 0));
  const top = print(44, 80, 'ink', (canvas) => {
    canvas.mark(0, 4, 17, '#dfe8f0');
    canvas.text('8 x 2.5 GbE', 0, -13, 5.2, '#c4d3e0', { align: 'center', weight: 600 });
  });
  made.add(at(top, -70, 0, foot + height + 0.12));

  // Two patch cables show what it is for.
  const z = low + 1.4;
  for (const [x, color, points] of [
    [
      groups[1]! + 24.6,
      '#c98f12',
      [
        [0, -24, 0],
        [0, -34, -1],
        [8, -52, -9],
        [26, -62, -14.6],
        [52, -52, -14.8],
        [66, -20, -14.8],
        [68, 30, -14.8],
      ],
    ],
    [
      groups[1]! + 8.2,
      '#8f979d',
      [
        [0, -24, 0],
        [0, -36, -1],
        [9, -60, -9],
        [34, -76, -14.6],
        [66, -66, -14.8],
        [90, -36, -14.8],
        [97, 20, -14.8],
      ],
    ],
  ] as const) {
    const path = points.map(([a, b, c]): [number, number, number] => [x + a, front + b, z + c]);
    made.add(at(patchPlug(color), x, front, z), bar(path, 2.8, rubber(color), { sides: 16 }));
  }
  return made;
}
