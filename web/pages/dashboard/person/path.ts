/** Returns the address of a person's page. */
export function personPath(email: string): string {
  return `/dashboard/people/${encodeURIComponent(email)}`;
}
