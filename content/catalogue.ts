import { caseFans } from './catalogue/case-fans.ts';
import { cases } from './catalogue/cases.ts';
import type { DemoProduct } from './catalogue/family.ts';
import { first } from './catalogue/first.ts';
import { graphicsAndCompute } from './catalogue/graphics-and-compute.ts';
import { hardDisks } from './catalogue/hard-disks.ts';
import { mainboards } from './catalogue/mainboards.ts';
import { memory } from './catalogue/memory.ts';
import { networkCables } from './catalogue/network-cables.ts';
import { networkCards } from './catalogue/network-cards.ts';
import { powerSupplies } from './catalogue/power-supplies.ts';
import { processorCoolers } from './catalogue/processor-coolers.ts';
import { processors } from './catalogue/processors.ts';
import { solidStateDrives } from './catalogue/solid-state-drives.ts';
import { storageControllers } from './catalogue/storage-controllers.ts';
import { switches } from './catalogue/switches.ts';
import { transceivers } from './catalogue/transceivers.ts';

/** The newest parts, which the home page shows, the newest last: one of each of six families. */
const NEWEST = ['CPU-C16-54', 'TRX-25G-LR', 'D5R-6400-64', 'CAB-C6A-2M-BU', 'SSD-M2S-1T', 'FAN-140-1400'];

const families = [
  ...[processors, memory, mainboards, solidStateDrives, hardDisks, storageControllers, graphicsAndCompute],
  ...[powerSupplies, processorCoolers, caseFans, networkCards, switches, networkCables, transceivers, cases],
].flat();

/** The demo catalogue that fills an empty sandbox, oldest first. */
export const catalogue: DemoProduct[] = [
  ...first,
  ...families.filter(({ sku }) => !NEWEST.includes(sku)),
  ...NEWEST.map((sku) => families.find((part) => part.sku === sku)!),
];
