// Which files of packages a running shop never reads. JavaScript: it also runs on the machine's Node, after `npm ci`.

/** Types, maps and descriptions. */
const OF_DEVELOPMENT = /\.(?:ts|mts|cts|tsx|map|flow|md|markdown)$/;

/** Packages that only types and builds need, though npm takes them for more. */
const OF_TYPES = /^(?:typescript|@typescript|@types)\//;

/** Barcodes for browsers, tests that come along, and what native packages would be compiled with. */
const OF_OTHERS = [
  /^node-[\w-]+\/(?:include|share)\//,
  /^bwip-js\/(?:src\/|barcode\.ps$)/,
  /^bwip-js\/dist\/(?:[^/]+\.js|bwip-js(?:-rn|-gen)?\.mjs)$/,
  /^(?:bintrees\/(?:test|examples)|pdfkit\/\.yarn)\//,
];

/** Typefaces that documents do not use (server/ground/pdf/faces.ts). */
const TYPEFACES = [
  /^@embedpdf\/fonts-sc\/fonts\/[^/]+(?:Light|Medium)\.otf$/,
  /^@expo-google-fonts\/inter\/(?:[1235789][^/]*|[^/]*_Italic)\//,
  /^@expo-google-fonts\/nanum-gothic\/8/,
  /^@expo-google-fonts\/(?:ibm-plex-sans-arabic|noto-sans-hebrew|noto-sans-thai)\/[1235689]/,
  /^@expo-google-fonts\/.*\.png$/,
];

/**
 * @param {string} path of a file, below node_modules
 * @returns {boolean}
 */
export function isUnread(path) {
  const plain = path.replaceAll('\\', '/');
  return [OF_DEVELOPMENT, OF_TYPES, ...OF_OTHERS, ...TYPEFACES].some((pattern) => pattern.test(plain));
}
