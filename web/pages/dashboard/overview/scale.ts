/** Returns the next of 2, 4, 10, 20, 40, 100 and so on, whose half is whole, too. */
export function niceAbove(value: number): number {
  let step = 1;
  while (step * 10 < value) step *= 10;
  return [2, 4, 10].map((times) => times * step).find((one) => one >= value) ?? step * 10;
}
