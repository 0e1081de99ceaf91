import * as THREE from 'three';
import { brass, glossyPlastic, gold, mattePlastic, nickel, steel, tin } from '../materials.ts';
import { print } from '../print.ts';
import { shell } from './connectors.ts';
import { screw } from './fasteners.ts';
import {
  at,
  bar,
  block,
  box,
  cylinder,
  grid,
  group,
  opening,
  type Place,
  plate,
  repeat,
  ring,
  roundedRect,
  row,
} from './forms.ts';

/** A land-grid socket for a desktop processor: frame, contacts, steel load plate, lever along its +x side. */
export function cpuSocket(): THREE.Group {
  const frame = roundedRect(56, 62, 2);
  opening(frame, 0, 0, 38.4, 45.8, 1);
  const load = roundedRect(55, 66, 3);
  opening(load, 0, 0, 34, 40, 3);
  opening(load, 0, 30.4, 14, 2.4, 1.2);
  const lever = bar(
    [
      [29, 30, 2.2],
      [29.8, 22, 3.4],
      [30.2, 0, 3.6],
      [30.2, -26, 3.6],
      [31, -32, 4.2],
      [35, -34.5, 4.6],
      [37, -33.6, 4.6],
    ],
    0.95,
    nickel(),
    { sides: 10 },
  );
  return group(
    plate(frame, 3.4, mattePlastic('#1b1c1f')),
    block(40, 47, 1.2, mattePlastic('#26282b')),
    // Two fields of springs with a bare middle.
    repeat(block(0.5, 0.42, 0.5, gold()), [
      ...grid(16, 44, 1.02, 0.96, -10.4, 0, 1.2),
      ...grid(16, 44, 1.02, 0.96, 10.4, 0, 1.2),
    ]),
    at(plate(load, 1.3, steel(), { bevel: 0.35 }), 0, 0, 4.2),
    at(box(18, 4, 2, nickel(), 0.6), 0, 33.4, 3),
    at(box(10, 5, 2.4, nickel(), 0.6), 0, -34, 3),
    lever,
    at(repeat(screw(5.4, 'torx'), row(3, 22, 0, 34, 4.6)), 0, 0),
    at(screw(5.4, 'torx'), 0, -36.4, 3),
  );
}

/** Audio jacks in a column upright: plastic block with gold-rimmed mouths to -y; `rows` x `columns`. */
export function audioJacks(columns = 1, rows = 3, colors: string[] = []): THREE.Group {
  const [pitchX, pitchZ] = [12.8, 11];
  const made = group(box(columns * pitchX, 13, rows * pitchZ, mattePlastic('#17181a'), 0.5));
  for (let n = 0; n < columns * rows; n++) {
    const jack = group(
      ring(2, 3.9, 2.2, glossyPlastic(colors[n] ?? '#2a2c30'), 0.4, 32),
      ring(1.85, 2.3, 2.4, brass(), 0.1, 32),
      cylinder(1.9, 0.3, mattePlastic('#060607'), { sides: 24 }),
    );
    jack.rotation.x = Math.PI / 2;
    const column = n % columns;
    jack.position.set((column - (columns - 1) / 2) * pitchX, -6.2, (Math.floor(n / columns) + 0.5) * pitchZ);
    made.add(jack);
  }
  return made;
}

/** USB-A mouths one over the other, to -y, in one shield; `tongue` tells the generation. */
export function usbStack(ports = 2, tongue = '#2f6fb5'): THREE.Group {
  const made = new THREE.Group();
  const pitch = 8;
  for (let n = 0; n < ports; n++) {
    made.add(
      at(shell(14.4, 17, 7.2, 0.6, nickel(), 0.6), 0, 0, n * pitch),
      at(box(11.4, 13, 2, mattePlastic(tongue), 0.2), 0, -1, n * pitch + 3.6),
      at(repeat(block(1, 10, 0.1, gold()), row(4, 2.4)), 0, -2, n * pitch + 3.54),
    );
  }
  return made;
}

/** A coin cell in its holder, lying. */
export function coinCell(): THREE.Group {
  const words = print(18, 18, 'laser', (canvas) => {
    canvas.text('NB CR2032', 0, 1, 2.1, '#63676b', { align: 'center', weight: 650 });
    canvas.text('3 V  LITHIUM', 0, -2, 1.5, '#63676b', { align: 'center', weight: 560 });
    canvas.text('+', 0, 5, 4, '#63676b', { align: 'center', weight: 500 });
  });
  return group(
    ring(10.2, 11.6, 3.4, mattePlastic('#1b1c1f'), 0.4),
    at(cylinder(10, 3.2, nickel(), { bevel: 0.6, sides: 72 }), 0, 0, 1.4),
    at(box(5, 3.4, 0.5, tin(), 0.2), 10.4, 0, 4.4),
    at(words, 0, 0, 4.65),
  );
}

/** Serial ATA plugs, `columns` side by side and two high, lying, mouths to -y. */
export function sataPorts(columns = 1, rows = 2, color = '#17181a'): THREE.Group {
  const made = new THREE.Group();
  const places: Place[] = Array.from({ length: rows }, (_, n) => row(columns, 14.6, 0, 0, n * 7.2)).flat();
  const plastic = mattePlastic(color);
  made.add(
    repeat(
      group(
        shell(14.4, 15, 7, 1, plastic, 0.4),
        at(box(10.4, 12, 1.2, mattePlastic('#26282b'), 0.2), 0, 0.5, 2.6),
        at(box(1.2, 12, 2.4, mattePlastic('#26282b'), 0.2), -4.6, 0.5, 2.6),
        at(repeat(block(0.7, 9, 0.1, gold()), row(7, 1.27)), 0.2, -1, 3.78),
      ),
      places,
    ),
  );
  return made;
}

/** A four-pin fan header with its guide, along x. */
export function fanHeader(color = '#1b1c1f'): THREE.Group {
  const plastic = mattePlastic(color);
  return group(
    box(10.2, 5.6, 3.2, plastic, 0.3),
    at(box(7.4, 1.1, 9, plastic, 0.3), -1, 2.3),
    at(repeat(box(0.62, 0.62, 10, gold(), 0.12), row(4, 2.54)), 0, -0.4),
  );
}

/** A 20-pin internal USB 3 header or another tall shroud, hollow, along x. */
export function shroud(width: number, depth: number, height: number, color = '#1b1c1f'): THREE.Group {
  const shape = roundedRect(width, depth, 0.6);
  opening(shape, 0, 0, width - 1.8, depth - 1.8, 0.3);
  const pins = [...row(Math.floor((width - 5) / 2), 2, 0, 1), ...row(Math.floor((width - 5) / 2), 2, 0, -1)];
  return group(
    plate(shape, height, mattePlastic(color)),
    block(width - 1, depth - 1, 1, mattePlastic('#0b0b0c')),
    repeat(block(0.55, 0.55, height * 0.7, gold()), pins),
  );
}

/** A lying SO-DIMM socket along x, its module's side to +y: contacts `lift` mm up, arms with steel latches. */
export function sodimmSlot(lift = 4, color = '#1b1c1f'): THREE.Group {
  const plastic = mattePlastic(color);
  const made = group(
    box(73, 6.4, lift + 1.6, plastic, 0.4),
    at(box(69, 2, 1.4, plastic, 0.3), 0, 3.4, lift - 1.6),
    at(repeat(block(0.28, 2.4, 0.2, gold()), row(128, 0.5)), 0, 3.6, lift - 0.2),
    at(repeat(block(0.26, 1.6, 0.2, tin()), row(128, 0.5)), 0, -3.7, 0),
  );
  for (const side of [-1, 1]) {
    made.add(
      at(box(3, 24, lift + 1, plastic, 0.5), side * 36, 13),
      at(box(0.5, 19, lift + 1.2, steel(), 0.15), side * 34.2, 14, 0.3),
      at(box(2.6, 4.4, 0.5, steel(), 0.2), side * 34.6, 21.6, lift + 1.3),
      at(box(4.4, 3, 1.8, tin(), 0.3), side * 37.4, 23.4),
    );
  }
  return made;
}

/** A nine-pin serial port, mouth to -y. */
export function serialPort(): THREE.Group {
  const mouth = shell(17.4, 8, 8.4, 0.5, nickel(), 2.6);
  const pins = repeat(block(0.9, 6, 0.9, gold()), [...row(5, 2.76, 0, 0, 5), ...row(4, 2.76, 0, 0, 2.4)]);
  const made = group(
    at(box(31, 11, 12.5, mattePlastic('#1b1c1f'), 0.5), 0, 4.6),
    at(box(31, 0.9, 12.5, nickel(), 0.4), 0, -1.4),
    at(mouth, 0, -4.6, 2.05),
    at(box(16, 1, 7, mattePlastic('#234f96'), 0.4), 0, -2.2, 2.7),
    at(pins, 0, -4.6, 2.1),
  );
  for (const side of [-1, 1]) {
    const post = group(ring(1.3, 2.7, 5, brass(), 0.3, 6), cylinder(1.3, 4, mattePlastic('#0b0b0c')));
    post.rotation.x = Math.PI / 2;
    post.position.set(side * 12.5, -1.8, 6.25);
    made.add(post);
  }
  return made;
}

/** A barrel socket for direct current, mouth to -y. */
export function barrelJack(): THREE.Group {
  const mouth = group(
    ring(2.9, 4.6, 1.6, mattePlastic('#1b1c1f'), 0.4),
    cylinder(2.9, 0.2, mattePlastic('#050506')),
    cylinder(1.05, 1.4, nickel(), { bevel: 0.4 }),
  );
  mouth.rotation.x = Math.PI / 2;
  mouth.position.set(0, -6.9, 6.2);
  return group(box(9.4, 14, 11, mattePlastic('#1b1c1f'), 0.6), mouth);
}

/** A pluggable terminal block with screws on top and wire mouths to -y. */
export function terminalBlock(poles = 4, pitch = 3.81, color = '#2f8f4e'): THREE.Group {
  const plastic = mattePlastic(color);
  const places = row(poles, pitch);
  return group(
    box(poles * pitch + 1.6, 11, 10.4, plastic, 0.5),
    at(repeat(block(pitch * 0.62, 0.3, 3, mattePlastic('#0b0b0c')), places), 0, -5.5, 2.2),
    at(repeat(block(pitch * 0.5, 0.4, 0.7, tin()), places), 0, -5.5, 3),
    at(repeat(ring(1.05, 1.5, 0.4, plastic, 0.1, 24), places), 0, -1, 10.3),
    at(repeat(cylinder(1.05, 0.2, tin(), { sides: 20 }), places), 0, -1, 10.35),
    at(repeat(block(1.7, 0.35, 0.1, mattePlastic('#232527')), places), 0, -1, 10.52),
  );
}
