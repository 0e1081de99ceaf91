import type * as THREE from 'three';
import {
  aluminium,
  anodised,
  copper,
  glossyPlastic,
  lit,
  mattePlastic,
  nickel,
  powderCoat,
  rubber,
  steel,
} from '../materials.ts';
import type { Shot } from '../part.ts';
import { fanPlug, sleeve, wires } from '../pieces/cables.ts';
import { fan } from '../pieces/cooling.ts';
import { screw } from '../pieces/fasteners.ts';
import {
  at,
  box,
  crown,
  cylinder,
  group,
  plate,
  repeat,
  ring,
  roundedRect,
  stand,
  turned,
} from '../pieces/forms.ts';
import { label, print } from '../print.ts';

export const shot: Shot = { turn: -24, elevation: 24, lens: 16, fill: 0.94, aperture: 0.03, stops: -0.1 };

const white = powderCoat('#a9aeb2');
const pale = mattePlastic('#a3a9ae');
const [length, width, deep] = [277, 120, 27];

/** Lying, its fans up; the tanks at both ends in x, the fittings on the right one. */
function radiator(): THREE.Group {
  const made = group(
    // Two channels hold the core.
    at(box(248, 3, deep, white, 1), 0, width / 2 - 1.5, 0),
    at(box(248, 3, deep, white, 1), 0, -width / 2 + 1.5, 0),
    at(box(18, width - 2, deep, white, 2.4), -length / 2 + 9, 0, 0),
    at(box(18, width - 2, deep, white, 2.4), length / 2 - 9, 0, 0),
    at(box(242, width - 4, 4, mattePlastic('#131416')), 0, 0, 8),
  );
  const tubes = Array.from({ length: 12 }, (_, n): [number, number, number] => [0, (n - 5.5) * 9.6, 2]);
  made.add(repeat(box(244, 2, deep - 4, anodised('#5c6268'), 0.6), tubes));
  const sheet = box(0.3, 7.4, deep - 6, aluminium(), 0.05);
  const places: [number, number, number, number][] = [];
  for (let n = 0; n < 11; n++)
    for (let x = -120; x <= 120; x += 1.9) places.push([x, (n - 5) * 9.6, 3, n % 2 ? 6 : -6]);
  made.add(repeat(sheet, places));
  for (const y of [-22, 22]) {
    made.add(
      at(cylinder(8, 5, white, { bevel: 1 }), length / 2 - 9, y, deep - 1),
      at(ring(5, 6.9, 12, nickel(), 0.8), length / 2 - 9, y, deep + 3),
      at(cylinder(7.6, 7, mattePlastic('#2d3034'), { bevel: 1 }), length / 2 - 9, y, deep + 9),
    );
  }
  for (const x of [-60, 60]) {
    const one = fan(120, { frame: pale, wheel: mattePlastic('#c2c7cb'), corners: rubber('#7f868c') });
    made.add(at(one, x - 2, 0, deep));
    for (const sx of [-52.5, 52.5])
      for (const sy of [-52.5, 52.5]) made.add(at(screw(7.4, 'cross', steel()), x - 2 + sx, sy, deep + 25.4));
  }
  const tag = label(
    14,
    96,
    'film',
    (canvas) => {
      canvas.fill('#202327');
      canvas.context.rotate(-Math.PI / 2);
      canvas.mark(-38, 0, 7.4, '#eef1f3');
      canvas.text('Northbridge', -31, 0, 7, '#eef1f3', { weight: 680 });
      canvas.text('NB-L240', 42, 0, 5, '#9fb4c4', { align: 'right', weight: 600 });
    },
    1.4,
  );
  made.add(at(tag, -length / 2 + 9, 0, deep + 0.12));
  return made;
}

/** The pump on its cold plate, standing on z = 0; its elbows leave to +x. */
function pump(): THREE.Group {
  const z = 8;
  const made = group(
    at(cylinder(27, 3.4, copper(), { bevel: 0.5, sides: 96 }), 0, 0, 4.6),
    at(
      turned(
        [
          [30, 0],
          [34, 1.5],
          [34.6, 3],
          [34.6, 27],
          [33.4, 29.4],
          [31.6, 30.6],
          [31, 31],
          [0, 31],
        ],
        pale,
        128,
      ),
      0,
      0,
      z,
    ),
    at(ring(28.6, 31.2, 1.6, lit('#3aa8e8', 1.1), 0.5, 128), 0, 0, z + 30.2),
    at(crown(cylinder(28.6, 2.6, glossyPlastic('#1c1f24'), { bevel: 0.8, sides: 128 }), 12), 0, 0, z + 29.8),
    at(ring(33.4, 35.4, 2, anodised('#c3c7cc'), 0.5, 128), 0, 0, z + 5),
  );
  made.add(
    at(
      print(50, 50, 'ink', (canvas) => {
        canvas.mark(0, 3.4, 17, '#f0f3f5');
        canvas.text('Northbridge', 0, -12.4, 5.2, '#f0f3f5', { align: 'center', weight: 650 });
      }),
      0,
      0,
      z + 32.6,
    ),
  );
  // A mounting ring of sheet steel with four sprung screws.
  const bracket = plate(roundedRect(88, 88, 16), 2, steel(), { bevel: 0.5 });
  made.add(at(bracket, 0, 0, 6.6));
  for (const x of [-36, 36])
    for (const y of [-36, 36]) {
      made.add(
        at(cylinder(2.3, 20, steel()), x, y, 0),
        at(cylinder(5.4, 10, nickel(), { bevel: 0.7, sides: 40 }), x, y, 13),
        at(screw(8, 'cross'), x, y, 22.6),
        at(cylinder(3.6, 6, mattePlastic('#1f2124'), { bevel: 0.5 }), x, y, 0.4),
      );
    }
  for (const y of [-11, 11]) {
    const elbow = group(cylinder(6.8, 12, mattePlastic('#2d3034'), { bevel: 1 }));
    elbow.rotation.y = Math.PI / 2;
    made.add(at(group(elbow), 31, y, z + 15));
    const collar = group(ring(5, 7.6, 5, nickel(), 0.7));
    collar.rotation.y = Math.PI / 2;
    made.add(at(group(collar), 40, y, z + 15));
  }
  return made;
}

export function build(): THREE.Group {
  const made = group();
  const core = stand(radiator());
  core.position.z = width / 2;
  made.add(core);
  const at0 = { x: 18, y: -128, turn: 18 };
  made.add(at(pump(), at0.x, at0.y, 0, at0.turn));
  // Two sleeved tubes swing from the tank forward and down to the pump.
  const radians = (at0.turn * Math.PI) / 180;
  for (const [n, y] of [-11, 11].entries()) {
    const along = (d: number, z = 23): [number, number, number] => [
      at0.x + Math.cos(radians) * d - Math.sin(radians) * y,
      at0.y + Math.sin(radians) * d + Math.cos(radians) * y,
      z,
    ];
    const from = length / 2 - 9;
    const height = width / 2 + (n ? 22 : -22);
    const out = n ? 0 : 1;
    const path: [number, number, number][] = [
      [from, -deep - 10, height],
      [from, -deep - 26, height + 0.5],
      [from + 9 + out * 4, -deep - 44 - out * 16, height - 2],
      [from + 1 + out * 6, -deep - 62 - out * 18, height * 0.62 + 12],
      along(90, 29 - out * 3),
      along(64),
      along(52),
      along(41),
    ];
    made.add(sleeve(path, 6, '#8d9399'));
  }
  // The pump's own lead, to a fan header.
  const pale4 = ['#7f868c', '#8d9399', '#7f868c', '#8d9399'];
  made.add(
    wires(
      [
        [at0.x - 30, at0.y + 12, 12],
        [at0.x - 44, at0.y + 22, 5],
        [at0.x - 62, at0.y + 26, 0.8],
        [at0.x - 84, at0.y + 18, 0.8],
        [at0.x - 98, at0.y + 2, 1.2],
        [at0.x - 105, at0.y - 8, 2.3],
      ],
      pale4,
      0.75,
    ),
    at(fanPlug('#6d7379'), at0.x - 108.4, at0.y - 12.6, 0, -36),
  );
  return made;
}
