/** Tells orders that programs write for programs from tables. Pure. */
import type { TableFault } from './fault.ts';

/** Returns the format of a text that is an order of another kind; undefined for tables and lines. */
export function otherOrder(text: string): TableFault['why'] | undefined {
  const start = text
    .slice(0, 2_000)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (/^(?:UNA.{6}\s?)?UN[BH]\+/.test(start)) return 'edifact';
  if (/^ISA[^A-Za-z0-9\s]/.test(start) && start.length > 100) return 'x12';
  if (start.startsWith('<'))
    return /specification:ubl/.test(start)
      ? 'ubl'
      : /^<(?:\?xml|[A-Za-z][\w:]*[\s>])/.test(start)
        ? 'xml'
        : undefined;
  return /^[[{]\s?["{[]/.test(start) && isJson(text) ? 'json' : undefined;
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
