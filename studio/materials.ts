import * as THREE from 'three';

/**
 * The shop's materials. Each is made once and shared; change a copy (`anodised('#334')` makes one) and never the
 * original. Colours are what the eye sees on a grey day, before the lamps.
 */
const cache = new Map<string, THREE.MeshPhysicalMaterial>();

function material(
  name: string,
  parameters: THREE.MeshPhysicalMaterialParameters,
): THREE.MeshPhysicalMaterial {
  let made = cache.get(name);
  if (!made) {
    made = new THREE.MeshPhysicalMaterial(parameters);
    made.name = name;
    cache.set(name, made);
  }
  return made;
}

function metal(name: string, color: string, roughness: number): THREE.MeshPhysicalMaterial {
  return material(name, { color, roughness, metalness: 1 });
}

/** Bead-blasted aluminium, anodised: natural by default, or any dye ('#23262b' is a good black). */
export const anodised = (color = '#c3c7cc'): THREE.MeshPhysicalMaterial =>
  metal(`anodised ${color}`, color, 0.42);
/** Milled or extruded aluminium: fins, radiators. */
export const aluminium = (): THREE.MeshPhysicalMaterial => metal('aluminium', '#cfd2d6', 0.3);
/** Aluminium with a brushed grain along the length of the texture's u. */
const _brushed = (color = '#c9ccd0'): THREE.MeshPhysicalMaterial =>
  material(`brushed ${color}`, { color, roughness: 0.36, metalness: 1, anisotropy: 0.75 });
/** Zinc-plated or stainless sheet steel: brackets, cases, cages. */
export const steel = (): THREE.MeshPhysicalMaterial => metal('steel', '#b4b8bd', 0.34);
/** Satin nickel: processor lids, heat pipes, connectors' shells. */
export const nickel = (): THREE.MeshPhysicalMaterial => metal('nickel', '#bdbab4', 0.3);
/** Bright tin: solder, end caps, pins. */
export const tin = (): THREE.MeshPhysicalMaterial => metal('tin', '#d3d4d6', 0.24);
/** Hard gold over nickel. */
export const gold = (): THREE.MeshPhysicalMaterial => metal('gold', '#e0b25a', 0.24);
export const copper = (): THREE.MeshPhysicalMaterial => metal('copper', '#c98358', 0.26);
export const brass = (): THREE.MeshPhysicalMaterial => metal('brass', '#c9a45c', 0.3);

/** Moulded plastic with a spark-eroded, matte skin: connectors, fan frames, housings. */
export const mattePlastic = (color = '#1d1f22'): THREE.MeshPhysicalMaterial =>
  material(`matte plastic ${color}`, { color, roughness: 0.58, specularIntensity: 0.8 });
/** Polished plastic. */
export const glossyPlastic = (color = '#17191c'): THREE.MeshPhysicalMaterial =>
  material(`glossy plastic ${color}`, { color, roughness: 0.2, clearcoat: 0.5, clearcoatRoughness: 0.12 });
/** Epoxy of a moulded chip. */
export const epoxy = (): THREE.MeshPhysicalMaterial =>
  material('epoxy', { color: '#26272a', roughness: 0.5, specularIntensity: 0.75 });
export const rubber = (color = '#191a1c'): THREE.MeshPhysicalMaterial =>
  material(`rubber ${color}`, { color, roughness: 0.82, specularIntensity: 0.5 });
/** Powder-coated sheet steel: cases, server parts. */
export const powderCoat = (color = '#222528'): THREE.MeshPhysicalMaterial =>
  material(`powder coat ${color}`, { color, roughness: 0.5, clearcoat: 0.15, clearcoatRoughness: 0.5 });
/** Ceramic of a capacitor (tan) or a resistor ('#e9e6df'). */
export const ceramic = (color = '#a98a63'): THREE.MeshPhysicalMaterial =>
  material(`ceramic ${color}`, { color, roughness: 0.45 });
/** The cut edge of a circuit board. */
export const laminate = (color = '#8f8a55'): THREE.MeshPhysicalMaterial =>
  material(`laminate ${color}`, { color, roughness: 0.7 });
/** Tempered glass; tinted, and seen through without refraction. Give its mesh a renderOrder of 1. */
export const glass = (color = '#0e1216', opacity = 0.35): THREE.MeshPhysicalMaterial =>
  material(`glass ${color} ${opacity}`, {
    color,
    roughness: 0.04,
    transparent: true,
    opacity,
    clearcoat: 1,
    clearcoatRoughness: 0.02,
    depthWrite: false,
  });
/** An indicator that is lit. */
export const lit = (color = '#5dff9b', strength = 2): THREE.MeshPhysicalMaterial =>
  material(`lit ${color}`, { color, emissive: color, emissiveIntensity: strength, roughness: 0.4 });

/** Solder resist over copper, by the name a board house uses. `pour` is resist over copper, `bare` over laminate. */
export const soldermask = {
  green: { bare: '#093720', pour: '#125431', edge: '#66703d' },
  black: { bare: '#111315', pour: '#1f2327', edge: '#4d4a3c' },
  blue: { bare: '#0c2a63', pour: '#163f8c', edge: '#8f8d60' },
} as const;
export type Soldermask = keyof typeof soldermask;
