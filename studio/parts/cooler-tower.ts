import type * as THREE from 'three';
import { aluminium, anodised, mattePlastic, nickel, rubber, steel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { fanPlug, wires } from '../pieces/cables.ts';
import { fan } from '../pieces/cooling.ts';
import { screw } from '../pieces/fasteners.ts';
import {
  at,
  bar,
  box,
  crown,
  cylinder,
  group,
  hole,
  plate,
  polygon,
  repeat,
  ring,
  turned,
} from '../pieces/forms.ts';
import { face } from '../pieces/sheet.ts';
import { print } from '../print.ts';

export const shot: Shot = { turn: -50, elevation: 19, lens: 15, fill: 0.93, aperture: 0.03 };

const [low, top] = [44, 152];
const count = 52;
const half = 60;
/** The fins reach from the fan's back at y = 0 to the rear. */
const deep = 50;
/** Each pipe: where it runs in the base (y), and where it rises (x, y), left and right alike. */
const pipes = [
  { base: 8, x: 24, y: 13 },
  { base: 14.8, x: 44, y: 9 },
  { base: 21.6, x: 34, y: 24 },
  { base: 28.4, x: 52, y: 27 },
  { base: 35.2, x: 24, y: 38 },
  { base: 42, x: 43, y: 42 },
];

/** A fin's outline: its edges toothed, so that the air enters without a whistle. */
function outline(): THREE.Shape {
  const points: [number, number][] = [];
  for (let n = 0; n <= 12; n++) points.push([-half + 4 + n * ((2 * half - 8) / 12), n % 2 ? 4 : 0]);
  points.push([half, 6], [half, 17], [half - 5, 20], [half - 5, 30], [half, 33], [half, deep - 6]);
  for (let n = 12; n >= 0; n--) points.push([-half + 4 + n * ((2 * half - 8) / 12), n % 2 ? deep - 4 : deep]);
  points.push([-half, deep - 6], [-half, 33], [-half + 5, 30], [-half + 5, 20], [-half, 17], [-half, 6]);
  return polygon(points);
}

export function build(): THREE.Group {
  const made = group();
  const pitch = (top - low) / (count - 1);
  const fin = plate(outline(), 0.5, aluminium(), { bevel: 0.08 });
  made.add(
    repeat(
      fin,
      Array.from({ length: count }, (_, n): [number, number, number] => [0, 0, low + n * pitch]),
    ),
  );
  // Folded tabs lock the fins to each other at their flanks.
  for (const x of [-half + 0.2, half - 0.2])
    for (const y of [11.5, 38.5]) made.add(at(box(0.7, 4.4, top - low, aluminium(), 0.2), x, y, low));
  made.add(at(box(2 * half - 60, 24, top - low - 2, mattePlastic('#17181a')), 0, 13, low + 1));

  // The lid: black with the mark, pipe ends through it.
  const cover = outline();
  for (const pipe of pipes) for (const side of [-1, 1]) hole(cover, side * pipe.x, pipe.y, 3.5);
  made.add(at(crown(plate(cover, 1.8, anodised('#3a3e43'), { bevel: 0.5 }), 6), 0, 0, top + 1));
  made.add(
    at(
      print(40, 26, 'ink', (canvas) => {
        canvas.mark(0, 3, 12, '#dfe3e7');
        canvas.text('Northbridge', 0, -8.4, 5, '#dfe3e7', { align: 'center', weight: 680 });
      }),
      0,
      deep / 2,
      top + 2.9,
    ),
  );

  // Six pipes, twelve ends.
  const tip = turned(
    [
      [3, 0],
      [3, 2.4],
      [2.6, 4],
      [1.6, 5.4],
      [1, 6.2],
      [0, 6.5],
    ],
    nickel(),
    28,
  );
  for (const { base, x, y } of pipes) {
    const path: [number, number, number][] = [];
    for (const side of [-1, 1]) {
      const leg: [number, number, number][] = [
        [side * x, y, top + 1],
        [side * x, y, low + 20],
        [side * x, y, low - 6],
        [side * (x - 1.5), y + (base - y) * 0.4, 24],
        [side * (x - 8), base, 13],
        [side * Math.max(x - 16, 10), base, 9.2],
      ];
      path.push(...(side < 0 ? leg : leg.reverse()));
      made.add(at(tip.clone(), side * x, y, top + 1));
    }
    made.add(bar(path, 3, nickel(), { steps: 220, sides: 24 }));
  }

  // The base: a milled block, its cold plate, a cross bar with sprung screws.
  made.add(
    at(box(46, 46, 9, nickel(), 1), 0, 25, 6.4),
    at(box(40, 40, 3, nickel(), 0.5), 0, 25, 4),
    at(box(40, 42, 5, anodised('#8c929a'), 1), 0, 25, 14.6),
    at(box(90, 13, 3, steel(), 0.8), 0, 25, 19.4),
  );
  for (let n = 0; n < 9; n++) made.add(at(box(1.4, 42, 7, aluminium(), 0.3), (n - 4) * 4.4, 25, 19));
  for (const x of [-39, 39]) {
    const spring: [number, number, number][] = [];
    for (let n = 0; n <= 60; n++) {
      const angle = (n / 60) * 2 * Math.PI * 5;
      spring.push([x + 3.6 * Math.cos(angle), 25 + 3.6 * Math.sin(angle), 7.4 + (n / 60) * 11.6]);
    }
    made.add(
      bar(spring, 0.55, steel(), { steps: 360, sides: 8 }),
      at(cylinder(2.2, 24, steel()), x, 25, 0),
      at(screw(9, 'cross'), x, 25, 22.4),
      at(ring(2.4, 5, 1.2, steel()), x, 25, 6),
      at(cylinder(3.4, 6, mattePlastic('#1d1f22'), { bevel: 0.6 }), x, 25, 0),
    );
  }

  // The fan, its wire clips, its cable.
  const blower = fan(120, {
    frame: mattePlastic('#26282c'),
    wheel: mattePlastic('#7d848b'),
    corners: rubber('#7a1a20'),
  });
  const middle = (low + top) / 2 + 2;
  made.add(face(blower, 'front', 0, -0.6, middle));
  for (const side of [-1, 1]) {
    const x = side * (half + 1.2);
    made.add(
      bar(
        [
          [side * 52.5, -27, middle + 52.5],
          [x, -26.4, middle + 52.5],
          [x + side * 0.4, -20, middle + 46],
          [x, 6, middle + 34],
          [side * (half - 3.6), 25, middle + 30],
          [side * (half - 3.6), 25, middle],
          [side * (half - 3.6), 25, middle - 30],
          [x, 6, middle - 34],
          [x + side * 0.4, -20, middle - 46],
          [x, -26.4, middle - 52.5],
          [side * 52.5, -27, middle - 52.5],
        ],
        0.9,
        steel(),
        { sides: 10, steps: 240, tension: 0.3 },
      ),
    );
  }
  made.add(
    wires(
      [
        [40, -2, 44],
        [56, 0, 36],
        [62, 6, 20],
        [66, 14, 4],
        [74, 30, 1.6],
        [76, 54, 1.6],
        [64, 76, 2.3],
      ],
      ['#1b1c1f', '#222327', '#1b1c1f', '#222327'],
      0.75,
    ),
  );
  made.add(at(fanPlug(), 61.4, 80.8, 0, 208.6));
  return made;
}
