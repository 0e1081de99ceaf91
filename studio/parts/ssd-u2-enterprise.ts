import type * as THREE from 'three';
import { anodised, mattePlastic } from '../materials.ts';
import type { Shot } from '../part.ts';
import { driveConnector, driveOutline, sideHoles } from '../pieces/drives.ts';
import { screw } from '../pieces/fasteners.ts';
import { at, block, box, crown, group, type Place, plate, repeat, roundedRect } from '../pieces/forms.ts';
import { label } from '../print.ts';

export const shot: Shot = { turn: 36, elevation: 30, lens: 15, fill: 0.9, aperture: 0.05, stops: 0.3 };

const [width, length, height] = [69.85, 100.45, 14.8];

export function build(): THREE.Group {
  const shell = anodised('#6d737b');
  const notch = { width: 44, depth: 6.6, shift: 0 };
  const floor = 9.6;
  const made = group(
    // Lower pan with the connector's notch, upper half with its fins.
    plate(driveOutline(width, length, 2.4, notch), 6, shell, { bevel: 0.5, curve: 10 }),
    at(plate(roundedRect(width - 0.8, length - 0.8, 2), 0.6, mattePlastic('#17181a')), 0, 0, 5.8),
    at(plate(roundedRect(width, length, 2.4), floor - 6.2, shell, { bevel: 0.5, curve: 10 }), 0, 0, 6.2),
    at(driveConnector('u2'), notch.shift, -length / 2 + 3.6, 0.6),
    at(block(44, 1, 6, mattePlastic('#141516')), notch.shift, -length / 2 + 7.1),
    sideHoles(width, 3.2, [-length / 2 + 14, length / 2 - 9.6]),
  );
  // Fins run with the air; a flat in the middle carries the label, bosses in the corners the screws.
  const tall = height - floor + 0.4;
  const flat = { from: -22, to: 40 };
  const pitch = 3.02;
  for (let n = 0; n < 23; n++) {
    const x = (n - 11) * pitch;
    const rim = Math.abs(n - 11) > 9;
    const pieces: [number, number][] = rim
      ? [[-length / 2 + 9, length / 2 - 9]]
      : [
          [-length / 2 + 1.4, flat.from - 1],
          [flat.to + 1, length / 2 - 1.4],
        ];
    if (n === 0 || n === 22) pieces[0] = [-length / 2 + 9, length / 2 - 9];
    for (const [from, to] of pieces) {
      made.add(at(box(1.25, to - from, tall, shell, 0.35), x, (from + to) / 2, floor - 0.4));
    }
  }
  const bosses: Place[] = [-1, 1].flatMap((side) =>
    [-1, 1].map((end): Place => [side * (width / 2 - 4.4), end * (length / 2 - 4.6), floor - 0.4]),
  );
  made.add(repeat(box(7.4, 7.4, 2.2, shell, 0.6), bosses));
  made.add(
    repeat(
      screw(4.6, 'torx'),
      bosses.map(([x, y]): Place => [x, y, floor + 1.75, 15]),
    ),
  );
  const bed = crown(box(53.6, flat.to - flat.from, 3.6, shell, 0.4), 6);
  made.add(at(bed, 0, (flat.to + flat.from) / 2, floor - 0.4));

  const film = label(
    51,
    58.6,
    'film',
    (canvas) => {
      canvas.fill('#eceff1');
      canvas.rect(0, 18.6, 51, 21.4, '#0b5f58');
      canvas.rect(0, 7.6, 51, 1, '#f2a93b');
      canvas.mark(-19.6, 22.8, 6.2, '#ffffff');
      canvas.text('Northbridge', -15, 23, 5.6, '#ffffff', { weight: 680 });
      canvas.text('Enterprise NVMe SSD', -22.6, 13.4, 3.6, '#d6f3ef', { weight: 560 });
      canvas.text('7.68 TB', -22.8, 1.2, 8.4, '#15191c', { weight: 720 });
      canvas.text('U.2  15 mm   PCIe 4.0 x4   1 DWPD', -22.6, -6.6, 2.4, '#15191c', { weight: 600 });
      canvas.text('NB-U2-7T6   12 V  1.6 A   FW 3.1.0', -22.6, -10.6, 2.1, '#23282c', { weight: 540 });
      canvas.barcode(-8.6, -16.6, 28, 5, 76);
      canvas.text('S/N NB2531U0768114', -22.6, -21.4, 2, '#23282c', { weight: 540 });
      canvas.text('PSID 8C4F 19D0 77A2 5E31', -22.6, -25, 1.9, '#23282c', { weight: 540 });
      canvas.matrixCode(16.6, -19.4, 11.6, 15);
    },
    1.4,
  );
  made.add(at(film, 0, (flat.to + flat.from) / 2, floor + 3.27));
  return made;
}
