import type * as THREE from 'three';
import { standingFan } from './fan-120-pwm.ts';

export { shot } from './fan-120-pwm.ts';

export const build = (): THREE.Group =>
  standingFan(80, { depth: 25, blades: 7, words: ['Northbridge', 'PWM'], rating: 'DC 12 V' });
