const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', pdf: 'application/pdf' };

/** The media type of an uploaded file by its ending. */
export function mediaTypeOf(name: string): string {
  return TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream';
}
