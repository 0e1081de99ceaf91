import type * as THREE from 'three';
import { brass, glass, glossyPlastic, lit, mattePlastic, powderCoat, rubber, steel } from '../materials.ts';
import type { Shot } from '../part.ts';
import { port } from '../pieces/connectors.ts';
import { fan } from '../pieces/cooling.ts';
import { screw } from '../pieces/fasteners.ts';
import { at, box, cylinder, group, repeat } from '../pieces/forms.ts';
import { face, perforated, slots, standingPrint, wall } from '../pieces/sheet.ts';

export const shot: Shot = { turn: 46, elevation: 17, lens: 17, fill: 0.92, aperture: 0.03 };

const [width, depth] = [218, 446];
const [low, top] = [18, 470];
const height = top - low;
const middle = (low + top) / 2;
const [right, front] = [width / 2, -depth / 2];
const coat = powderCoat('#a6abaf');
const inner = powderCoat('#7d8387');
const dark = mattePlastic('#1b1d20');

/** The mesh front: a frame around real holes, three fans behind. */
function meshFront(): THREE.Group {
  const field = { x: 0, y: 4, width: width - 22, height: height - 46, radius: 9 };
  const made = group(
    face(wall(width, height, 16, coat, [field], { radius: 7, bevel: 2.2 }), 'front', 0, front + 2, middle),
    face(perforated(field.width + 6, field.height + 6, 4.6, 3.5, 1, coat), 'front', 0, front - 8, middle + 4),
    standingPrint('front', [0, front - 14.5, low + 9.5], 90, 14, 'ink', (canvas) => {
      canvas.mark(-21, 0, 7.4, '#2c3238');
      canvas.text('Northbridge', -15, 0, 6.6, '#2c3238', { weight: 680 });
    }),
  );
  for (const n of [0, 1, 2]) {
    const one = fan(120, { frame: mattePlastic('#1d1f22'), wheel: mattePlastic('#33363a'), corners: null });
    made.add(face(one, 'front', 0, front + 32, low + 66 + n * 124));
  }
  return made;
}

/** What one sees through the glass: tray, power supply shroud, rear wall. */
function inside(): THREE.Group {
  const tray = right - 26;
  const made = group();
  // The tray, with openings for cables along the board's edges and behind its socket.
  const cuts = [
    { x: -84, y: 84, width: 116, height: 96, radius: 10 },
    ...[-96, -24, 48].map((y) => ({ x: 122, y: y + 70, width: 22, height: 62, radius: 8 })),
    ...[-20, 70, 150].map((x) => ({ x: x - 22, y: 190, width: 58, height: 14, radius: 6 })),
  ];
  made.add(face(wall(depth - 20, height - 10, 1.2, inner, cuts), 'left', tray, 0, middle));
  made.add(at(box(1, depth - 30, height - 20, mattePlastic('#202327')), right - 3, 0, low + 8));
  // Rubber grommets in the cable openings.
  for (const y of [-96, -24, 48]) {
    const lip = wall(24, 64, 2.4, rubber('#25282b'), [{ x: 0, y: 0, width: 17, height: 57, radius: 7 }], {
      radius: 9,
    });
    made.add(face(lip, 'left', tray - 0.6, -122, middle + y + 70));
    const flap = wall(18, 57, 0.8, rubber('#2e3135'), slots(4, 4.4, 0.5, 44), { radius: 7 });
    made.add(face(flap, 'left', tray - 0.2, -122, middle + y + 70));
  }
  const standoff = group(
    cylinder(2.9, 6.5, brass(), { sides: 6, bevel: 0.4 }),
    at(cylinder(1.5, 0.2, dark, { bevel: 0 }), 0, 0, 6.5),
  );
  const places = [-88, 0, 74].flatMap((y) => [-52, 62, 128].map((z): [number, number] => [-y - 30, z + 22]));
  made.add(face(repeat(standoff, places), 'left', tray - 1.2, 0, middle));

  // The shroud over power supply and disks.
  const shroud = 112;
  made.add(
    face(
      wall(depth - 70, shroud - low, 1.2, inner, slots(16, 9, 3, 40, 100, -6), { bevel: 0.4 }),
      'left',
      -right + 12,
      32,
      (low + shroud) / 2,
    ),
    at(box(width - 40, depth - 70, 2, inner, 0.6), -6, 32, shroud - 2),
    at(box(width - 44, depth - 76, shroud - low - 6, dark, 1), -2, 32, low + 2),
    standingPrint('left', [-right + 10.2, 106, 62], 150, 40, 'ink', (canvas) => {
      canvas.mark(-48, 0, 21, '#2b3137');
      canvas.text('Northbridge', -32, 0.5, 18, '#2b3137', { weight: 680 });
    }),
  );
  made.add(at(group(perforated(96, 150, 7, 5.2, 1.2, dark)), -6, 100, shroud + 0.2));

  // A sled for 2.5 inch disks on the shroud, two more beside the openings.
  made.add(
    at(box(78, 106, 9, dark, 2), -14, -70, shroud),
    at(box(66, 90, 2, inner, 0.8), -14, -70, shroud + 8.4),
  );
  for (const z of [196, 312])
    made.add(
      at(box(9, 44, 100, dark, 2), tray - 5, -166, z),
      at(box(2, 34, 84, inner, 0.8), tray - 10, -166, z + 8),
    );

  // The rear wall: a fan, the board's ports, seven slot covers, seen from inside.
  const back = depth / 2;
  made.add(
    face(
      wall(width - 4, height - 4, 1.2, inner, [{ x: 60, y: 110, width: 45, height: 158, radius: 1 }]),
      'front',
      0,
      back - 1,
      middle,
    ),
  );
  // Its shield, punched out later, keeps the ports' opening closed.
  made.add(
    face(wall(44, 157, 0.8, steel(), slots(3, 12, 8, 20, 0, 40, 2)), 'front', 60, back - 0.4, middle + 110),
  );
  const rear = fan(120, { frame: mattePlastic('#1d1f22'), wheel: mattePlastic('#33363a'), corners: null });
  made.add(face(rear, 'front', -20, back - 3, top - 84));
  for (let n = 0; n < 7; n++) made.add(at(box(112, 1.2, 17.6, steel(), 0.4), 0, back - 4, 128 + n * 20.3));
  return made;
}

/** Glass with a printed border, on four pins. */
function glassSide(): THREE.Group {
  const x = -right - 1;
  const [w, h] = [depth - 14, height - 12];
  const border = wall(
    w,
    h,
    0.4,
    mattePlastic('#1a1c1f'),
    [{ x: 0, y: 0, width: w - 22, height: h - 22, radius: 5 }],
    {
      radius: 5,
      bevel: 0.1,
    },
  );
  const pane = wall(w, h, 3.6, glass('#11161b', 0.2), [], { radius: 5, bevel: 0.7 });
  pane.renderOrder = 1;
  // Light goes through.
  pane.userData.print = true;
  const made = group(face(border, 'left', x + 0.3, 2, middle), face(pane, 'left', x - 0.2, 2, middle));
  const pin = group(cylinder(7, 4, powderCoat('#3a3e42'), { bevel: 0.8 }), at(screw(6, 'torx'), 0, 0, 3.6));
  for (const y of [-1, 1])
    for (const z of [-1, 1])
      made.add(face(pin.clone(), 'left', x - 3.6, 2 + y * (w / 2 - 15), middle + z * (h / 2 - 15)));
  return made;
}

export function build(): THREE.Group {
  const made = group(meshFront(), inside());
  // Roof with its dust filter, floor, the closed side.
  const filter = { x: 6, y: -34, width: 140, height: 326, radius: 8 };
  made.add(
    at(wall(width, depth - 2, 8, coat, [filter], { radius: 3, bevel: 1.6 }), 0, 1, top - 8),
    at(perforated(filter.width + 5, filter.height + 5, 5, 3.4, 1, mattePlastic('#2a2d30')), 6, -33, top - 3),
    at(box(width - 24, depth - 40, 3, dark), 6, 0, top - 16),
    at(box(width, depth - 2, 8, coat, 1.6), 0, 1, low),
    at(box(2, depth - 4, height - 4, coat, 0.8), right - 1, 1, low + 2),
    glassSide(),
  );
  // Posts that carry the glass, front and rear.
  for (const y of [front + 8, depth / 2 - 6])
    made.add(at(box(12, 12, height - 10, inner, 1), -right + 8, y, low + 5));
  // Buttons and ports on the roof, near the front.
  const controls = group(
    at(cylinder(6.5, 1.6, glossyPlastic('#2a2d31'), { bevel: 0.6 }), -62, 0),
    at(cylinder(2, 0.4, lit('#9fd4ff', 1), { bevel: 0.1, sides: 24 }), -62, 0, 1.5),
    at(cylinder(3.6, 1.4, glossyPlastic('#2a2d31'), { bevel: 0.5 }), -42, 0),
    at(cylinder(3.4, 0.5, dark, { bevel: 0.1 }), -26, 0),
  );
  for (const x of [-4, 20]) {
    const usb = port(14, 6.4, 10, '#1b62a8');
    usb.rotation.x = -Math.PI / 2;
    controls.add(at(group(usb), x, 3, -4.6));
  }
  controls.add(at(box(9.4, 3.4, 0.5, steel(), 1.6), 42, 0), at(box(8, 2, 0.6, dark, 0.9), 42, 0, 0.06));
  made.add(at(controls, 0, front + 14, top));
  for (const x of [-82, 82])
    for (const y of [-178, 178]) {
      made.add(
        at(box(38, 52, low, mattePlastic('#24272a'), 3), x, y, 0),
        at(box(40, 54, 5, coat, 1.5), x, y, low - 5),
      );
    }
  return made;
}
