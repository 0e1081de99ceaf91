import type * as THREE from 'three';
import { gold, laminate, mattePlastic, nickel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { shell } from '../pieces/connectors.ts';
import { at, bar, block, box, group, repeat, ring, row } from '../pieces/forms.ts';
import { label } from '../print.ts';

export const shot: Shot = { turn: 34, elevation: 30, lens: 15, fill: 0.88, aperture: 0.05 };

const colour = '#1560a8';

/** An SFP module with two optical ports at -y and its contacts at +y. */
function transceiver(): THREE.Group {
  const made = group(
    at(shell(13.6, 45, 8.5, 0.9, nickel(), 0.7), 0, 10, 0.6),
    at(box(11.4, 14, 1, laminate('#1c5a37'), 0.1), 0, 36, 4),
    at(repeat(block(0.5, 3.2, 0.12, gold()), row(10, 0.8)), 0, 41, 5),
    // The nose stays outside the cage and holds both ports.
    at(box(13.9, 13.4, 11.6, nickel(), 0.8), 0, -18.6, 0),
    at(box(14.2, 1.2, 9, mattePlastic('#2a2c2f'), 0.2), 0, -12, 1.4),
  );
  for (const side of [-1, 1]) {
    const port = group(
      at(shell(6, 7, 7, 0.6, mattePlastic('#15171a'), 0.4), 0, 0, 0),
      at(block(5, 0.4, 6, mattePlastic('#060607')), 0, 1.6, 0.5),
    );
    const ferrule = ring(0.7, 1.4, 3.4, mattePlastic('#dfe4e8'), 0.2, 32);
    ferrule.rotation.x = Math.PI / 2;
    port.add(at(group(ferrule), 0, -0.4, 3.5));
    made.add(at(port, side * 3.3, -23.4, 2.1));
    made.add(at(box(0.9, 9, 1.8, nickel(), 0.4), side * 6.8, 2, 5));
  }
  // The bail that unlocks it, coloured by its wavelength.
  made.add(
    bar(
      [
        [-6.9, -16, 5.6],
        [-6.9, -24, 9.4],
        [-6.6, -27.4, 11.2],
        [-5.6, -28.6, 11.8],
        [0, -29, 12],
        [5.6, -28.6, 11.8],
        [6.6, -27.4, 11.2],
        [6.9, -24, 9.4],
        [6.9, -16, 5.6],
      ],
      0.75,
      mattePlastic(colour),
      { steps: 120 },
    ),
    at(box(13.9, 5, 1.4, mattePlastic(colour), 0.5), 0, -14.4, 10.9),
  );
  const words = label(
    11.4,
    30,
    'paper',
    (canvas) => {
      canvas.fill('#f3f3f0');
      canvas.context.rotate(Math.PI / 2);
      canvas.rect(-13.6, 0, 2.4, 11.4, colour);
      canvas.text('OPTICAL TRANSCEIVER', -11.2, 2.9, 2.1, '#14171b', { weight: 680 });
      canvas.text('SINGLE-MODE', -11.2, 0, 1.5, '#14171b', { weight: 560 });
      canvas.barcode(-4.6, -3.4, 12.8, 1.8, 8);
      canvas.matrixCode(10.6, -1.4, 5, 31);
    },
    0.5,
  );
  made.add(at(words, 0, 11, 9.16));
  return made;
}

/** The plug that keeps dust out of the ports. */
function dustCap(): THREE.Group {
  const grey = mattePlastic('#3a3f45');
  return group(
    box(12.6, 5, 9, grey, 0.9),
    at(box(4.6, 7, 4.8, grey, 0.6), -3.3, 5.4, 2.1),
    at(box(4.6, 7, 4.8, grey, 0.6), 3.3, 5.4, 2.1),
    at(box(9, 3.6, 7, grey, 0.8), 0, -3.6, 1),
  );
}

export function build(): THREE.Group {
  return group(
    at(transceiver(), -10, 0, 0, 0),
    at(transceiver(), 15, 8, 0, -14),
    at(dustCap(), -14, -46, 0, 24),
  );
}
