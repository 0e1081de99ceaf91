const BROWSERS: [name: string, sign: RegExp][] = [
  // Browsers built on Chrome or Safari name those as well, so the more specific names come first.
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: [name: string, sign: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Names of a browser and its operating system; unknown ones are left out. */
export interface Device {
  browser?: string;
  system?: string;
}

/** Returns the browser and system in a User-Agent. Clients choose that header, so only names from the lists above are returned. */
export function deviceOf(userAgent: string | null | undefined): Device {
  const find = (signs: [string, RegExp][]) => signs.find(([, sign]) => sign.test(userAgent ?? ''))?.[0];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  return { ...(browser && { browser }), ...(system && { system }) };
}

/** Returns a device in words: 'Firefox on Windows'. */
export function describeDevice({ browser, system }: Device): string {
  if (browser && system) return `${browser} on ${system}`;
  if (browser) return browser;
  return system ? `A program on ${system}` : 'A program, or an unknown browser';
}
