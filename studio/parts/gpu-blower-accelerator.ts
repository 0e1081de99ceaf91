import type * as THREE from 'three';
import { aluminium, anodised, copper, mattePlastic, steel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { Board } from '../pieces/board.ts';
import { cardEdge, edgeFingers, powerSocket } from '../pieces/connectors.ts';
import { fins } from '../pieces/cooling.ts';
import { screw } from '../pieces/fasteners.ts';
import { at, block, box, crown, group, plate, polygon, repeat, roundedRect } from '../pieces/forms.ts';
import { face, slots, standingPrint, wall } from '../pieces/sheet.ts';
import { print } from '../print.ts';

export const shot: Shot = { turn: -39, elevation: 29, lens: 17, fill: 0.93, aperture: 0.03 };

/** It lies on its backplate: the slot's contacts at -y, the bracket at -x, the air's intake at +x. */
const [left, right] = [-133.5, 133.5];
const [low, high] = [-47, 55];
const top = 38;
const middle = (low + high) / 2;
const bronze = anodised('#998668');
const dark = anodised('#33363b');

function board(): THREE.Group {
  const edge = cardEdge(left + 44, low, 16);
  const shape = polygon([[left + 2, low], ...edge, [right - 4, low], [right - 4, high], [left + 2, high]]);
  const card = new Board(268, 118, { mask: 'green', shape, seed: 77 });
  card.pour(0, 3, 256, 98).wiring(0, 0, 250, 102, 200);
  edgeFingers(card, left + 45.6, low - 7.1, 10, 1, 6.2);
  edgeFingers(card, left + 58.4, low - 7.1, 72, 1, 6.2);
  return group(
    at(card.mesh(), 0, 0, 3.2),
    at(
      plate(
        polygon([
          [left + 2, low + 1],
          [right - 1, low + 1],
          [right - 1, high],
          [left + 2, high],
        ]),
        2.4,
        dark,
        { bevel: 0.6 },
      ),
      0,
      0,
      0,
    ),
  );
}

function shroud(): THREE.Group {
  const [w, d] = [right - left - 2, high - low];
  const made = group();
  // Flanks and roof are one folded sheet; the roof's middle is a let-in panel.
  made.add(
    at(box(w, 2, top - 6, bronze, 0.7), 1, low + 1, 5),
    at(box(w, 2, top - 6, bronze, 0.7), 1, high - 1, 5),
    at(crown(plate(roundedRect(w, d, 2), 2.4, bronze, { bevel: 0.9 }), 6), 1, middle, top - 2.4),
  );
  const z = top + 0.1;
  // Grooves fan out towards the intake: thin dark inlays.
  for (let n = 0; n < 9; n++) {
    const y = middle + (n - 4) * 10.6;
    const bend = (n - 4) * 1.4;
    const inlay = polygon([
      [34, y - bend * 2 - 0.8],
      [58, y - 0.8],
      [right - 12, y - 0.8],
      [right - 9, y],
      [right - 12, y + 0.8],
      [58, y + 0.8],
      [34, y - bend * 2 + 0.8],
    ]);
    made.add(at(plate(inlay, 0.5, mattePlastic('#1b1a18'), { bevel: 0.1 }), 0, 0, z - 0.3));
  }
  const plaque = plate(
    polygon([
      [left + 8, low + 8],
      [6, low + 8],
      [26, middle],
      [6, high - 8],
      [left + 8, high - 8],
    ]),
    1.4,
    dark,
    { bevel: 0.45 },
  );
  made.add(at(crown(plaque, 6), 0, 0, z - 0.2));
  made.add(
    at(
      print(136, 84, 'ink', (canvas) => {
        canvas.mark(-46, 16, 19, '#e8dcc4');
        canvas.text('Northbridge', -32, 16.6, 15.4, '#e8dcc4', { weight: 680 });
        canvas.text('COMPUTE ACCELERATOR', -56, -5, 7.4, '#cbb994', { weight: 600, spacing: 0.4 });
        canvas.text('48 GB ECC', -56, -19, 10, '#cbb994', { weight: 700 });
      }),
      left + 73,
      middle,
      z + 1.3,
    ),
  );
  for (const x of [left + 5, 28, right - 5])
    for (const y of [low + 4.4, high - 4.4]) made.add(at(screw(5, 'torx', dark), x, y, top - 0.2));

  // The intake: a bronze frame, dense fins behind, a vapour chamber of copper under them.
  made.add(
    face(
      wall(d, top - 5, 2, bronze, [{ x: -6, y: 0.4, width: d - 24, height: top - 13, radius: 1.5 }], {
        radius: 1.4,
        bevel: 0.6,
      }),
      'right',
      right - 2,
      middle,
      (top + 5) / 2,
    ),
    at(fins(42, d - 27, 256, top - 15, aluminium(), 0.55), 1, middle - 6, 9, 90),
    at(box(258, d - 26, 4, copper(), 0.5), 1, middle - 6, 5.4),
    at(block(200, d - 10, 1, mattePlastic('#101112')), -8, middle, top - 4.4),
  );
  const power = powerSocket(4, 2, 9, '#17181a');
  made.add(face(power, 'right', right - 7, high - 11.6, 17.6));

  made.add(
    standingPrint('front', [left + 62, low - 0.3, 21], 100, 22, 'paper', (canvas) => {
      canvas.rect(0, 0, 100, 22, '#efefec', 1.2);
      canvas.mark(-44, 5.2, 6, '#15181c');
      canvas.text('Northbridge', -39, 5.3, 5.2, '#15181c', { weight: 700 });
      canvas.text('NB-A48P  48 GB ECC  300 W  PCIe 4.0 x16', -47.4, -1.6, 3.5, '#15181c', { weight: 550 });
      canvas.barcode(-24, -7, 46, 4.4, 21);
      canvas.barcode(24, 4, 30, 6, 22);
      canvas.matrixCode(43, -3.4, 11, 23);
    }),
    repeat(box(20, 0.8, 4, mattePlastic('#1c1b19'), 0.3), [
      [20, low - 0.1, 26],
      [46, low - 0.1, 26],
      [72, low - 0.1, 26],
      [98, low - 0.1, 26],
    ]),
  );
  return made;
}

export function build(): THREE.Group {
  const made = group(board(), shroud());
  const sheet = wall(114, 39, 1, steel(), slots(14, 7, 4, 26, 0, 2, 1.4), { radius: 1, bevel: 0.25 });
  made.add(face(sheet, 'left', left + 1, 3, 20.5));
  for (const z of [9.6, 30.4]) {
    made.add(
      at(box(1, 10, 11, steel(), 0.3), left + 0.5, -58, z - 5.5),
      at(box(11.5, 1, 17, steel(), 0.3), left - 5, 60, z - 8.5),
    );
  }
  return made;
}
