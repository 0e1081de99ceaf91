/** Returns what stands before a PO number in a sentence: 'PO ', or nothing where the number itself begins so, as 'PO-4711' does. */
export function poPrefix(poNumber: string): 'PO ' | '' {
  return /^p\.?\s?o(?!\p{L})/iu.test(poNumber) ? '' : 'PO ';
}
