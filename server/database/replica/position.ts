/** Whether a position in the WAL, such as `0/16B3740`, comes before another one. */
export function isBehind(one: string, other: string): boolean {
  const numberOf = (position: string) => {
    const [high, low] = position.split('/');
    return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  };
  return numberOf(one) < numberOf(other);
}
