import type * as THREE from 'three';
import { anodised, mattePlastic } from '../materials.ts';
import type { Shot } from '../part.ts';
import { driveConnector, driveOutline, sideHoles } from '../pieces/drives.ts';
import { at, block, crown, group, plate, roundedRect } from '../pieces/forms.ts';
import { label, print } from '../print.ts';

export const shot: Shot = { turn: -32, elevation: 33, lens: 15, fill: 0.9, aperture: 0.05 };

const [width, length, height] = [69.85, 100.1, 7];

/** A 7 mm drive lying flat: an aluminium pan and its lid, joined in a fine groove. */
function drive(): THREE.Group {
  const notch = { width: 43, depth: 6.4, shift: -6 };
  const shell = anodised('#c9ccd0');
  const lid = crown(plate(roundedRect(width, length, 2.6), 1.5, shell, { bevel: 0.4, curve: 10 }), 7);
  const made = group(
    plate(driveOutline(width, length, 2.6, notch), height - 1.75, shell, { bevel: 0.4, curve: 10 }),
    at(
      plate(driveOutline(width - 1, length - 1, 2.2, notch), 1, mattePlastic('#3c3f42')),
      0,
      0,
      height - 2.4,
    ),
    at(lid, 0, 0, height - 1.5),
    at(driveConnector(), notch.shift, -length / 2 + 3.6, 0.4),
    at(block(43, 1, height - 1.7, mattePlastic('#141516')), notch.shift, -length / 2 + 6.9),
    sideHoles(width, 3, [-length / 2 + 14, length / 2 - 9.5]),
  );
  return made;
}

function face(): THREE.Group {
  const film = label(
    60,
    72,
    'film',
    (canvas) => {
      const { context } = canvas;
      const shade = context.createLinearGradient(-30, -36, 30, 36);
      shade.addColorStop(0, '#153f8f');
      shade.addColorStop(1, '#081b4a');
      context.fillStyle = shade;
      context.fillRect(-30, -36, 60, 72);
      // Rays that rise from the lower edge.
      for (let n = 0; n < 7; n++) {
        const x = -6 + n * 6.4;
        canvas.line(
          [
            [x, -40],
            [x + 42, 12],
          ],
          `rgba(150,190,255,${0.05 + n * 0.022})`,
          2.6,
        );
      }
      canvas.mark(-21.5, 25, 8.4, '#ffffff');
      canvas.text('Northbridge', -25.6, 14.2, 6.6, '#ffffff', { weight: 680 });
      canvas.text('SATA SSD', -25.6, 3.4, 5, '#cfe0ff', { weight: 560 });
      canvas.text('1 TB', -25.8, -8.6, 12.6, '#ffffff', { weight: 720 });
      canvas.text('6 Gb/s  560 MB/s', -25.6, -19.4, 3.1, '#cfe0ff');
      canvas.rect(0, -30.2, 60, 11.8, '#f2f4f7');
      canvas.text('NB-S25-1T   5 V  1.2 A', -25.6, -27.3, 2.5, '#14203a', { weight: 600 });
      canvas.barcode(-10.2, -32, 31, 4, 25, '#14203a');
      canvas.matrixCode(21.4, -30.2, 8.6, 25, '#14203a');
    },
    1.6,
  );
  const foot = print(60, 10, 'laser', (canvas) => {
    canvas.text('2.5 inch  7 mm', -29.4, 1.6, 2.6, '#33373c', { weight: 600 });
    canvas.text('Made for 24/7 operation  0 to 70 °C', -29.4, -2, 2.1, '#3c4146', { weight: 520 });
  });
  return group(at(film, 0, 8.5, height + 0.06), at(foot, 0, -36, height + 0.05));
}

export function build(): THREE.Group {
  // A small pile, as they come out of the carton; the uppermost lies askew.
  const top = group(drive(), face());
  return group(
    at(drive(), 0, 0),
    at(drive(), 1.6, -1.2, height + 0.05, -1.5),
    at(top, -3, 3, 2 * height + 0.1, 13),
  );
}
