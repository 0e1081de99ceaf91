import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { CatalogueSide } from './catalogue.ts';
import type { DeskRow } from './desk.ts';
import type { GrowingShop, Size, Times } from './growing.ts';
import { type Measured, median } from './in-turns.ts';
import type { LighthouseRow } from './lighthouse/lighthouse.ts';
import { nameOfNative } from './native.ts';
import type { OrderingRow } from './ordering.ts';
import type { OverloadRow } from './overload.ts';
import type { PageResults } from './pages.ts';
import type { ProcessesRow } from './processes.ts';
import type { PurchasesRow } from './purchases.ts';
import type { ReadingRow } from './reading.ts';
import type { Sizes } from './sizes.ts';
import type { SoakResult, SoakSample } from './soak.ts';
import type { Starting } from './starting.ts';
import type { TracingRow } from './tracing.ts';

export interface Results {
  reading?: ReadingRow[];
  pages?: PageResults;
  lighthouse?: LighthouseRow[];
  ordering?: OrderingRow[];
  purchases?: PurchasesRow[];
  growing?: GrowingShop;
  catalogue?: CatalogueSide[];
  desk?: DeskRow[];
  processes?: ProcessesRow[];
  tracing?: TracingRow[];
  overload?: OverloadRow[];
  starting?: Starting;
  soak?: SoakResult;
}

/** Returns the results as Markdown, with the environment. */
export function toMarkdown(results: Results, sizes: Sizes, how: string): string {
  const { reading, pages, lighthouse, ordering, growing, processes, overload, starting, soak } = results;
  const parts = [
    `# Measurements

${describeRun(how)}

Each pair was measured in turns in one run; numbers are medians of the turns. What else the machine did met both sides alike,
so read the ratios, and the processor time of an answer rather than the rate where the machine was busy. Made by
\`npm run bench\`; do not edit.`,
    reading && readingTable(reading),
    pages && pagesTable(pages, sizes),
    lighthouse && lighthouseTable(lighthouse, sizes),
    ordering && orderingTable(ordering),
    results.purchases && purchasesTable(results.purchases),
    growing && growingTable(growing, sizes),
    results.catalogue && catalogueTable(results.catalogue),
    results.desk && deskTable(results.desk, sizes),
    processes && processesTable(processes),
    results.tracing && tracingTable(results.tracing),
    overload && overloadTable(overload),
    starting && startingTable(starting),
    soak && soakTable(soak),
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function describeRun(how: string): string {
  const commit = git('rev-parse', '--short', 'HEAD') ?? 'unknown';
  const changed = git('status', '--porcelain', '--', 'server', 'web', 'contract', 'tests/bench')
    ? ', with changes'
    : '';
  const [processor] = cpus();
  const load = loadavg().map((value) => value.toFixed(1));
  return [
    `- ${new Date().toISOString().slice(0, 16)}Z, commit ${commit}${changed}, \`${how}\``,
    `- ${cpus().length} × ${processor?.model.trim() || 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}`,
    '- PostgreSQL 18 (embedded, fsync on, its settings those of `npm start`), generator and servers share the processors',
    `- load of the machine at the end, 1, 5 and 15 minutes: ${load.join(', ')}`,
  ].join('\n');
}

function readingTable(rows: ReadingRow[]): string {
  return table(
    'Reading, 32 connections, against a bare node:http server that sends the same bytes',
    [
      '',
      'bytes',
      'shop/s',
      'bare/s',
      'ratio',
      'ratio by processor',
      'shop µs',
      'bare µs',
      'shop p99 ms',
      'bare p99 ms',
    ],
    rows.map(({ name, bytes, shop, bare }) => [
      name,
      String(bytes),
      whole(shop.perSecond),
      whole(bare.perSecond),
      ratio(shop.perSecond, bare.perSecond),
      ratio(bare.cpuPerAnswer!, shop.cpuPerAnswer!),
      tenth(shop.cpuPerAnswer!),
      tenth(bare.cpuPerAnswer!),
      tenth(shop.p99),
      tenth(bare.p99),
    ]),
    `'ratio by processor' compares the processor time a server takes for an answer. The bare server used ${percent(rows)} of a
processor in this run: well below 100 % means that the generator, which shares the two processors, or the rest of the machine
set the rate, and the ratio by processor is the one to read.`,
  );
}

const percent = (rows: ReadingRow[]) =>
  `${Math.round(Math.min(...rows.map(({ bare }) => bare.busy!)) * 100)} to ${Math.round(Math.max(...rows.map(({ bare }) => bare.busy!)) * 100)} %`;

function pagesTable({ pages, bare, clicks }: PageResults, { pageRounds }: Sizes): string {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  return table(
    `Pages in the browser, over loopback, 1280 × 800: medians of ${pageRounds} loads`,
    [
      '',
      'largest paint, first, ms',
      'cold, ms',
      'warm, ms',
      'layout shift',
      'requests',
      'JavaScript kB',
      'all else kB',
      'elements',
    ],
    [
      ...pages.map((page) => [
        page.path,
        whole(page.first),
        whole(page.cold),
        whole(page.warm),
        String(page.layoutShift),
        whole(page.requests),
        kilobytes(page.scriptBytes),
        kilobytes(page.otherBytes),
        whole(page.nodes),
      ]),
      ...bare.map((page) => [
        `bare, with the picture of ${page.path}`,
        whole(page.first),
        whole(page.cold),
        whole(page.warm),
        String(page.layoutShift),
        ...['', '', '', ''],
      ]),
    ],
    `First: nothing in the cache, in a process that the browser starts for it, as for whoever comes from another site.
Cold: nothing in the cache, and warm: all of the page in it, both after another page of the shop, whose process and connection
are there. The bare pages have a heading and the picture that is the largest paint, the shop's opener policy, and no style sheet,
font or script: what they take is the browser's own. From a click, once the pointer was on the link, to the paint of the next
page (and when the click does nothing but put the same content in place by innerHTML): ${clicks
      .map(({ from, to, painted, swapped }) => `${from} to ${to} ${whole(painted)} ms (${whole(swapped)} ms)`)
      .join(', ')}.`,
  );
}

function lighthouseTable(rows: LighthouseRow[], { lighthouseRounds }: Sizes): string {
  return table(
    `Lighthouse, its default mobile throttling: medians of ${lighthouseRounds}`,
    [
      '',
      ...['performance', 'accessibility', 'best practices', 'SEO'],
      ...['first paint s', 'largest paint s', 'blocking ms', 'layout shift'],
    ],
    rows.map(({ path, scores, firstPaint, largestPaint, blocking, layoutShift }) => [
      path,
      ...scores.map(whole),
      (firstPaint / 1000).toFixed(2),
      (largestPaint / 1000).toFixed(2),
      whole(blocking),
      layoutShift.toFixed(3),
    ]),
  );
}

function orderingTable(rows: OrderingRow[]): string {
  return table(
    'Orders',
    [
      'buyers at once',
      'shop/s',
      'smallest endpoint/s',
      `${nameOfNative()}/s`,
      'shop ÷ smallest',
      'shop ÷ native',
      'by processor',
      'shop µs',
      'smallest µs',
      'shop p99 ms',
      'smallest p99 ms',
    ],
    rows.map(({ buyers, shop, smallest, native }) => [
      String(buyers),
      whole(shop.perSecond),
      whole(smallest.perSecond),
      whole(native.perSecond),
      ratio(shop.perSecond, smallest.perSecond),
      ratio(shop.perSecond, native.perSecond),
      ratio(processorOf(smallest), processorOf(shop)),
      `${whole(shop.cpuPerAnswer!)} + ${whole(shop.postgresPerAnswer ?? Number.NaN)}`,
      `${whole(smallest.cpuPerAnswer!)} + ${whole(smallest.postgresPerAnswer ?? Number.NaN)}`,
      tenth(shop.p99),
      tenth(smallest.p99),
    ]),
    `The shop's order: session, checks, stock, order, log, mail into the outbox, answer for repeats, in one statement for a buyer
who has asked for something within the last minute, as 19 of 20 have here. The
smallest endpoint: node:http, one prepared statement that takes stock and writes the order. Native: that statement by
${nameOfNative()}, over a socket. Mails are written to the outbox and not delivered meanwhile. µs: processor time of an order, of
the server + of PostgreSQL. 'by processor' is that of the smallest endpoint ÷ the shop's. It is the one to read where the
machine was busy: what waits for a processor that others have loses more of its rate the more it has to do.`,
  );
}

/** Microseconds of the processors for an answer, in the server and in PostgreSQL. */
const processorOf = ({ cpuPerAnswer, postgresPerAnswer }: Measured) =>
  cpuPerAnswer! + (postgresPerAnswer ?? Number.NaN);

function growingTable({ rows, processes }: GrowingShop, { growth: { small, larger } }: Sizes): string {
  const name = ({ products, orders, events }: Size) =>
    [products, orders, ...(events ? [events] : [])].map((count) => count.toLocaleString('en')).join(' / ');
  return table(
    'A growing shop: p50 / p99 in ms of each call, one at a time',
    ['products / orders (/ entries of the log)', ...[small, ...larger].map(name)],
    [
      ...rows.map((row) => [
        row.call,
        times(row.small),
        ...row.larger.map((one) => `${times(one)} (${one.growth.toFixed(2)})`),
      ]),
      ['memory of the server, MB', ...processes.map(({ rss }) => whole(rss / 1e6))],
      ['until it listens, ms', ...processes.map(({ startMs }) => whole(startMs))],
      ['`npm run audit`, ms', ...processes.map(({ auditMs }) => whole(auditMs))],
    ],
    `Of ${larger.map(({ samples }) => samples).join(', ')} requests of each call, and more of quick ones; medians of the turns. In parentheses: the p99 over that of the smallest shop in
the turns with this one. The first column is what it took in the turns with the largest.`,
  );
}

const times = ({ p50, p99 }: Times) => `${hundredth(p50)} / ${hundredth(p99)}`;

function purchasesTable(rows: PurchasesRow[]): string {
  return table(
    'POST /purchases, one at a time, each of different parts',
    [
      'lines',
      'p50 ms',
      'p95 ms',
      'its confirmation as PDF: p50 ms',
      'p95 ms',
      'shipping it: p50 ms',
      'p95 ms',
    ],
    rows.map(({ lines, p50, p95, document, shipment }) => [
      ...[whole(lines), tenth(p50), tenth(p95), whole(document.p50), whole(document.p95)],
      ...[tenth(shipment.p50), tenth(shipment.p95)],
    ]),
    'A purchase is one statement, whatever it has of lines, and so is what a shipment writes. PDFs are drawn by a process of their own.',
  );
}

function deskTable(rows: DeskRow[], { desk }: Sizes): string {
  const size = `${desk.orders.toLocaleString('en')} orders of ${desk.products.toLocaleString('en')} products`;
  const movements = desk.movements.toLocaleString('en');
  return table(
    `Staff's desk with ${size}: GET, one at a time`,
    ['', 'p50 ms', 'p95 ms'],
    rows.map(({ call, p50, p95 }) => [call, tenth(p50), tenth(p95)]),
    'The figures of days that are over are kept ([decision 31](../../docs/decisions/0031-figures-by-days.md)); those of today are read. ' +
      `One product has ${movements} movements.`,
  );
}

function catalogueTable(sides: CatalogueSide[]): string {
  const [small] = sides as [CatalogueSide];
  const times = ({ p50, p95 }: { p50: number; p95: number }) => `${hundredth(p50)} / ${hundredth(p95)}`;
  const row = (what: string, tell: (side: CatalogueSide) => string) => [what, ...sides.map(tell)];
  const more = (what: string, measured: (side: CatalogueSide) => number) =>
    row(`${what}, more than the first shop`, (side) => whole(measured(side) - measured(small)));
  const step = (name: 'preview' | 'apply' | 'undo') =>
    row(`import: ${name}, ms`, ({ imported }) => whole(imported[name]));
  return table(
    'A catalogue that is searched, narrowed and matched with lines: p50 / p95 in ms, one at a time',
    ['parts', ...sides.map(({ products }) => products.toLocaleString('en'))],
    [
      ...small.rows.map(({ what }, n) => row(what, (side) => times(side.rows[n]!))),
      ...small.rows.map(({ what }, n) =>
        row(`${what}: longest block of the event loop, ms`, (side) => tenth(side.rows[n]!.blocked)),
      ),
      row('from a click on a facet to the paint of the new grid', ({ click }) => times(click)),
      row('from a paste of 500 lines into the order pad to the paint of their prices', ({ paste }) =>
        times(paste),
      ),
      more('in use after a collection, MB', ({ used }) => used / 1e6),
      more('until it listens, ms', ({ startMs }) => startMs),
      more('processor time until it listens, ms', ({ startCpuMs }) => startCpuMs),
      row('import: rows', ({ imported }) => whole(imported.rows)),
      ...[step('preview'), step('apply'), step('undo')],
      row('a page of the grid and its facets before', ({ imported }) => times(imported.alone)),
      row('the same during the import', ({ imported }) => times(imported.meanwhile)),
      row('p95 during the import, of that before', ({ imported }) =>
        ratio(imported.meanwhile.p95, imported.alone.p95),
      ),
    ],
    'Each grid has another price, so that no answer is remembered. Blocks contain what else the machine did.',
  );
}

function tracingTable(rows: TracingRow[]): string {
  const besides = rows.some(({ beside }) => beside);
  return table(
    'Traces of OpenTelemetry, 8 connections',
    ['', 'off µs', 'on µs', 'on ÷ off', ...(besides ? ['other version µs', 'off ÷ other version'] : [])],
    rows.map(({ name, off, on, beside }) => [
      name,
      whole(off.cpuPerAnswer!),
      whole(on.cpuPerAnswer!),
      ratio(on.cpuPerAnswer!, off.cpuPerAnswer!),
      ...(beside ? [whole(beside.cpuPerAnswer!), ratio(off.cpuPerAnswer!, beside.cpuPerAnswer!)] : []),
    ]),
    'µs: processor time of the server for an answer. On: each request is traced and sent to a receiver beside it.',
  );
}

function processesTable(rows: ProcessesRow[]): string {
  return table(
    'Server processes on one database, 32 connections in all',
    ['processes', 'product lists/s', 'orders/s'],
    rows.map(({ processes, lists, orders }) => [String(processes), whole(lists), whole(orders)]),
    `With two processors for the generator, the servers and PostgreSQL this cannot show how much more processors would bring,
only what processes cost each other. Lists: next to nothing. Orders: all are for the same 24 products here, whose rows a
statement keeps locked until it is on the disk, so that other processes' statements wait; and fewer orders share a statement.`,
  );
}

function overloadTable(rows: OverloadRow[]): string {
  const rate = ({ perSecond, statuses, answers }: OverloadRow['result'], status: number) =>
    whole((perSecond * (statuses[status] ?? 0)) / answers);
  return table(
    'Too much at once',
    ['orders from', 'served/s', '503/s', 'served, p50 ms', 'p99 ms', 'statuses', 'broken', 'not sent'],
    rows.map(({ crowd, result }) => [
      crowd,
      rate(result, 201),
      rate(result, 503),
      whole(result.p50),
      whole(result.p99),
      Object.keys(result.statuses).join(', '),
      String(result.broken),
      String(result.unsent),
    ]),
    `Generator, server and PostgreSQL share two processors: what the generator takes to send and read three times as much, the
shop has not. 'Not sent': a client would have needed more connections than it may have.`,
  );
}

function startingTable({ freshNpm, warmNpm, warmNode, idle, rested, installed }: Starting): string {
  return table(
    'Start, memory, size',
    ['', ''],
    [
      ['`npm start` on an empty data folder, until / is answered', `${hundredth(freshNpm / 1000)} s`],
      ['`npm start` again', `${hundredth(warmNpm / 1000)} s`],
      ['`node launch/start.mjs` again', `${hundredth(warmNode / 1000)} s`],
      ['memory of the server process, 5 s after a start', `${whole(idle / 1e6)} MB`],
      [`after ${tenth(rested.minutes)} minutes of rest`, `${whole(rested.rss / 1e6)} MB`],
      ...installed.map(({ folder, bytes }) => [`${folder}/`, `${whole(bytes / 1e6)} MB`]),
    ],
  );
}

function soakTable({ samples, wrong }: SoakResult): string {
  const columns: [head: string, of: (sample: SoakSample) => number, show: (value: number) => string][] = [
    ['resident MB', ({ rss }) => rss / 1e6, whole],
    ['JavaScript heap MB', ({ heap }) => heap / 1e6, tenth],
    ['heap and beside it MB', ({ used }) => used / 1e6, tenth],
    ['open files', ({ files }) => files, whole],
    ['connections to PostgreSQL', ({ connections }) => connections, whole],
    ['event loop late, p99 ms', ({ late }) => late, tenth],
    ['answers/s', ({ perSecond }) => perSecond, whole],
    ['p99 ms', ({ p99 }) => p99, tenth],
    ['purchases so far', ({ purchases }) => purchases, whole],
  ];
  const quarter = Math.ceil(samples.length / 4);
  const medianRow = (name: string, some: SoakSample[]) => [
    name,
    ...columns.map(([, of, show]) => show(median(some.map(of)))),
  ];
  return table(
    'Soak: lists, pages, searches of ever new words, orders, and whole purchases from the order to the refund',
    ['minute', ...columns.map(([head]) => head)],
    [
      ...samples.map((sample) => [tenth(sample.minute), ...columns.map(([, of, show]) => show(of(sample)))]),
      medianRow('median of the second quarter', samples.slice(quarter, 2 * quarter)),
      medianRow('median of the last quarter', samples.slice(-quarter)),
    ],
    `The heap is measured after a garbage collection. The first quarter warms up.\n\n${wrong.length === 0 ? 'Every request was answered as it should be.' : wrong.map((one) => `- ${one}`).join('\n')}`,
  );
}

function table(title: string, head: string[], rows: string[][], words = ''): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const text = [`## ${title}`, '', line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:')))];
  text.push(...rows.map(line));
  if (words) text.push('', words);
  return text.join('\n');
}

const whole = (value: number) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–');
const tenth = (value: number) => (Number.isFinite(value) ? value.toFixed(1) : '–');
const hundredth = (value: number) => (value < 10 ? value.toFixed(2) : whole(value));
const ratio = (a: number, b: number) => (Number.isFinite(a / b) ? (a / b).toFixed(2) : '–');

/** Returns the output of git, or undefined outside a repository. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}
