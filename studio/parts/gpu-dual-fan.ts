import type * as THREE from 'three';
import { aluminium, anodised, mattePlastic, steel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { cardEdge, edgeFingers, port, powerSocket } from '../pieces/connectors.ts';
import { fins, heatPipe, impeller } from '../pieces/cooling.ts';
import { screw } from '../pieces/fasteners.ts';
import { at, box, cylinder, group, hole, plate, polygon, repeat, ring, stand } from '../pieces/forms.ts';
import { face, slots, wall } from '../pieces/sheet.ts';
import { label, print } from '../print.ts';

export const shot: Shot = { turn: 30, elevation: 14, lens: 16, fill: 0.93, aperture: 0.03, stops: 0.1 };

/** It is built lying, fans up, the slot's contacts at -y and the bracket at -x. */
const [left, right] = [-120, 120];
const [low, top] = [-46, 58];
const fansAt = [-57, 49];
const bore = 42.5;
/** The shroud ends above the contacts. */
const hem = -36;
const deck = 41;
const middle = (hem + top) / 2;
const plastic = mattePlastic('#2b2e33');

/** The shroud's outline, its corners cut. */
function outline(inset = 0): [number, number][] {
  const [l, r, b, t] = [left + 3 + inset, right - inset, hem + inset, top - inset];
  return [
    [l, b + 3],
    [l + 3, b],
    [-22, b],
    [-17, b + 5],
    [9, b + 5],
    [14, b],
    [r - 22, b],
    [r, b + 20],
    [r, t - 14],
    [r - 14, t],
    [14, t],
    [9, t - 5],
    [-17, t - 5],
    [-22, t],
    [l + 3, t],
    [l, t - 3],
  ];
}

function shroud(): THREE.Group {
  const body = polygon(outline());
  const lip = polygon(outline(2.4));
  for (const shape of [body, lip])
    for (const x of fansAt) hole(shape, x, middle, bore + (shape === body ? 0 : 1));
  const made = group(
    at(plate(body, 15, plastic, { bevel: 1.2, curve: 48 }), 0, 0, deck - 16.4),
    at(plate(lip, 2.2, plastic, { bevel: 0.8, curve: 48 }), 0, 0, deck - 2),
  );
  // Accents of satin aluminium between and beside the fans.
  const silver = anodised('#a9afb6');
  const slash = (points: [number, number][]): THREE.Mesh =>
    at(plate(polygon(points), 1.6, silver, { bevel: 0.5 }), 0, 0, deck - 0.2);
  made.add(
    slash([
      [-19, top - 9],
      [11, top - 9],
      [3.5, middle + 24],
      [-11.5, middle + 24],
    ]),
    slash([
      [-19, hem + 8],
      [11, hem + 8],
      [3.5, middle - 24],
      [-11.5, middle - 24],
    ]),
    slash([
      [right - 5, hem + 24],
      [right - 5, hem + 50],
      [right - 13, hem + 32],
      [right - 21, hem + 9.5],
    ]),
    slash([
      [right - 5, top - 17],
      [right - 5, top - 44],
      [right - 13, top - 27],
      [right - 19, top - 6],
    ]),
    slash([
      [left + 8, hem + 5],
      [left + 28, hem + 5],
      [left + 8, hem + 26],
    ]),
    slash([
      [left + 8, top - 5],
      [left + 28, top - 5],
      [left + 8, top - 26],
    ]),
  );
  for (const x of fansAt) {
    const wheel = impeller(bore - 2.6, 16.5, 13, 11, mattePlastic('#3d4045'), 0);
    const badge = label(
      27,
      27,
      'metal film',
      (canvas) => {
        canvas.fill('#b9bec4');
        canvas.ring(0, 0, 12.2, '#5d646c', 0.5);
        canvas.mark(0, 1.6, 9.4, '#1a1e23');
        canvas.text('NB-G12', 0, -7, 3.2, '#1a1e23', { align: 'center', weight: 650 });
      },
      13.5,
    );
    made.add(
      at(wheel, x, middle, deck - 15),
      at(ring(bore - 3, bore - 1.6, 7, mattePlastic('#34373b'), 0.5, 96), x, middle, deck - 11),
      at(ring(bore - 0.9, bore + 2.2, 2.4, silver, 0.8, 96), x, middle, deck - 0.8),
      at(badge, x, middle, deck - 1.9),
      at(cylinder(19, 4, plastic), x, middle, deck - 21),
    );
  }
  for (const [x, y] of [
    [-4, middle + 16],
    [-4, middle - 16],
    [left + 9, middle],
    [right - 9, middle + 5],
  ] as const) {
    made.add(at(screw(5, 'cross'), x, y, deck + 0.1));
  }
  // The upper flank, read when the card stands: its name.
  const name = print(120, 11, 'ink', (canvas) => {
    canvas.mark(-40, 0, 7, '#d5dade');
    canvas.text('Northbridge', -34, 0, 7.4, '#d5dade', { weight: 680 });
    canvas.text('12 GB GDDR6', 14, 0, 4.2, '#aeb5bb', { weight: 600 });
  });
  name.rotation.x = -Math.PI / 2;
  name.position.set(-67, top + 0.25, deck - 8.6);
  made.add(name);
  return made;
}

function card(): THREE.Group {
  const edge = cardEdge(left + 44, low, 16);
  const shape = polygon([[left + 3, low], ...edge, [right - 14, low], [right - 14, 52], [left + 3, 52]]);
  const board = new Board(246, 116, { mask: 'black', shape, seed: 61 });
  board.pour(0, 3, 226, 96).wiring(0, 0, 220, 98, 260);
  edgeFingers(board, left + 45.6, low - 7.1, 10, 1, 6.2);
  edgeFingers(board, left + 58.4, low - 7.1, 72, 1, 6.2);
  const made = group(at(board.mesh(), 0, 0, 3.4));
  made.add(
    at(
      plate(
        polygon([
          [left + 3, low + 1],
          [right - 3, low + 1],
          [right, low + 6],
          [right, 56],
          [left + 3, 56],
        ]),
        2.2,
        anodised('#34383d'),
        { bevel: 0.6 },
      ),
      0,
      0,
      0,
    ),
  );
  return made;
}

function slotBracket(): THREE.Group {
  const ports = [33, 14.5, -4, -22.5];
  const cuts = [
    ...ports.map((y) => ({ x: -y, y: -11.4, width: 17, height: 7, radius: 0.8 })),
    ...slots(13, 6.2, 3.6, 13, -4, 8.5, 1.2),
  ];
  const sheet = wall(112, 39, 1, steel(), cuts, { radius: 1, bevel: 0.25 });
  const made = group(face(sheet, 'left', left + 1, 4, 20));
  for (const [n, y] of ports.entries()) {
    const one = n === 3 ? port(15.2, 5.8, 12) : port(16.2, 5.9, 12);
    made.add(at(one, left + 6.4, y, 5.8, -90));
  }
  // Tongues below, the screwed tab above, of both slots.
  for (const z of [9.6, 30.4]) {
    made.add(
      at(box(1, 9, 11, steel(), 0.3), left + 0.5, -55.5, z - 5.5),
      at(box(11.5, 1, 17, steel(), 0.3), left - 5, 60, z - 8.5),
    );
  }
  return made;
}

export function build(): THREE.Group {
  const made = group(card(), shroud(), slotBracket());
  // Fins and heat pipes show between board and shroud.
  made.add(
    at(fins(84, 214, 92, 20, aluminium(), 0.5), -1, 6, 6.6),
    at(box(206, 84, 2, aluminium(), 0.3), 0, 4, 5.4),
  );
  for (const y of [-30, -10, 28]) {
    made.add(
      heatPipe(
        [
          [40, y, 12],
          [104, y, 12],
          [112, y + 5, 12],
          [104, y + 11, 12],
          [40, y + 11, 12],
        ],
        6,
      ),
    );
  }
  const power = powerSocket(4, 2, 11, '#1b1d20');
  power.rotation.x = -Math.PI / 2;
  made.add(at(group(power), 62, 46, 15), at(box(26, 12, 1.6, plastic, 0.4), 62, 50, 22));
  made.add(
    repeat(box(30, 1.4, 2.2, mattePlastic('#202327'), 0.5), [
      [-90, hem - 0.2, deck - 9],
      [80, hem - 0.2, deck - 9],
    ]),
  );
  return stand(made);
}
