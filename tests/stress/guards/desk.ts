import type { Guard } from './guard.ts';

const OVERVIEW = ['server/desk/overview.test.ts'];

/** Guards of staff's lists and figures. */
export const deskGuards: Guard[] = [
  ...[
    ...['server/desk/routes.ts', 'server/orders/routes.ts', 'server/events/routes.ts'].map((file) => ({
      ...{ what: '', file, code: "limits.send('exportAll', trierOf(request, caller), () =>" },
    })),
    {
      ...{ what: ' (products)', file: 'server/imports/routes.ts' },
      code: "limits.send('exportAll', trierOf(request, caller), () => {",
    },
    {
      ...{ what: ' (rows)', file: 'server/imports/routes.ts' },
      code: "limits.send('exportAll', trierOf(request, caller), () => rowsFile",
    },
    { what: '', file: 'server/lists/routes.ts', code: "limits.send('exportAll', trier, async () =>" },
  ].map(({ what, file, code }) => ({
    ...{ name: `a person gets two large files at once: ${file}${what}`, file, code },
    without: code.replace(/^limits.send\(.*, (async )?\(\) =>/, '(<T>(make: () => T) => make())($1() =>'),
    tests: ['server/limits/exports.test.ts'],
  })),
  {
    name: 'a file counts until it is sent, and no longer',
    file: 'server/limits/limits.ts',
    code: "if (answer.body instanceof Readable) answer.body.once('close', end);\n        else end();",
    without: 'end();',
    tests: ['server/limits/exports.test.ts'],
  },
  {
    name: 'the figures of a day are kept once it is over, and not before',
    file: 'server/desk/figures.ts',
    code: '    if (!isOver) continue;\n',
    without: '',
    tests: OVERVIEW,
  },
  {
    name: 'the figures of days are audited with what was invoiced',
    file: 'server/desk/audit.ts',
    code: ', ...(await auditRevenue(db))',
    without: '',
    tests: OVERVIEW,
  },
  {
    name: 'a buyer who has paid before is no new customer',
    file: 'server/desk/figures.ts',
    code: 'earlier.buyer_email = purchases.buyer_email and ',
    without: 'false and ',
    tests: OVERVIEW,
  },
  {
    name: 'only purchases that should have left are overdue',
    file: 'server/desk/filter.ts',
    code: "    ...(unshipped === 'overdue' ? [isOverdue(terms)] : []),\n",
    without: '',
    tests: ['server/desk/list.test.ts'],
  },
  ...[
    `    return sql\`exists (select from users where email = purchases.buyer_email and \${has})\`;\n`,
    `  if (rows.length > MOST_LOOKED_UP) return sql\`purchases.id = any(array(\${all}))\`;\n`,
  ].map((code) => ({
    name: `a filter that many have leaves none out: ${code.includes('users') ? 'buyers' : 'numbers'}`,
    file: 'server/desk/filter.ts',
    code,
    without: code.includes('users') ? '    rows.pop();\n' : '',
    tests: ['server/desk/many.test.ts'],
  })),
];
