import type { Guard } from './guard.ts';

const INVOICES = ['server/invoices/invoices.test.ts'];

/** The guards around invoices, credit notes and their documents. */
export const invoiceGuards: Guard[] = [
  {
    name: 'documents are in the name of the process that settles and refunds',
    file: 'server/ground.ts',
    code: '...sellingAs(selling), ',
    without: '',
    tests: ['server/invoices/invoices.test.ts'],
  },
  {
    name: 'an invoice keeps who sold',
    file: 'server/invoices/queries.ts',
    code: 'sellers.id = coalesce(issued.seller_id, (select min(id) from sellers))',
    without: 'sellers.id = (select max(id) from sellers)',
    tests: INVOICES,
  },
  {
    name: 'a credit note is found by those who may see its purchase only',
    file: 'server/invoices/queries.ts',
    code: "if (reach !== 'all') query = query.where('purchases.user_id', '=', reach.userId);",
    without: "if (reach !== 'all') query = query.where('purchases.state', '<>', 'deleted');",
    tests: INVOICES,
  },
  {
    name: 'documents in work are bounded',
    file: 'server/invoices/make.ts',
    code: '    this.#gate.admit();',
    without: '',
    tests: ['server/invoices/make.test.ts'],
  },
  {
    name: 'a document that takes too long is given up',
    file: 'server/invoices/make.ts',
    code: '      isLate = true;\n      this.close();',
    without: '      isLate = true;',
    tests: ['server/invoices/make.test.ts'],
  },
  {
    name: 'one person takes no document from others',
    file: 'server/invoices/make.ts',
    code: 'if (ofOne >= this.#limits.ofOne)',
    without: 'if (ofOne < 0)',
    tests: ['server/invoices/make.test.ts', ...INVOICES],
  },
  {
    name: 'of documents that wait, one is of each person',
    file: 'server/invoices/person-turns.ts',
    code: 'if (this.#waiting.has(person)) throw tooManyDocuments();',
    without: 'if (this.#waiting.has(person)) return;',
    tests: ['server/invoices/person-turns.test.ts'],
  },
  {
    name: 'a document that failed is not tried again at once',
    file: 'server/invoices/make.ts',
    code: 'this.#failed.set(nameOf(order), true);',
    without: '',
    tests: ['server/invoices/make.test.ts'],
  },
  {
    name: 'a document that nobody waits for is not drawn',
    file: 'server/invoices/make.ts',
    code: 'if (drawing.readers === 0) drawing.wait.abort(GONE);',
    without: '',
    tests: ['server/invoices/make.test.ts'],
  },
  {
    name: 'changes of typeface in a document are bounded',
    file: 'server/pdf/type.ts',
    code: 'if (this.#changes + runs.length <= MOST_CHANGES) {',
    without: 'if (runs.length > 0) {',
    tests: ['server/invoices/make.test.ts'],
  },
  {
    name: 'a document that is being drawn is not drawn again',
    file: 'server/invoices/make.ts',
    code: 'this.#drawn.get(key) ?? ',
    without: '',
    tests: ['server/invoices/make.test.ts'],
  },
  {
    name: 'a letter is measured once, whatever words it stands in',
    file: 'server/pdf/letters.ts',
    code: 'if (known.size < MOST) known.set(codePoint, letter);',
    without: '',
    tests: ['server/pdf/letters.test.ts'],
  },
  {
    name: 'buyers’ documents leave staff’s their places',
    file: 'server/invoices/routes.ts',
    code: 'make(makers.staff)',
    without: 'make(makers.buyers)',
    tests: ['server/invoices/lanes.test.ts'],
  },
  {
    name: 'the accounts of one client do not take all documents in work',
    file: 'server/invoices/routes.ts',
    code: "limits.share('document', trierOf(request, caller), () => make(makers.buyers))",
    without: 'make(makers.buyers)',
    tests: ['server/invoices/lanes.test.ts'],
  },
  {
    name: 'documents print a name on one line',
    file: 'server/pdf/type.ts',
    code: 'this.#lineOf(onOneLine(typed).trim())',
    without: 'this.#lineOf(typed.trim())',
    tests: ['server/invoices/words.test.ts'],
  },
];
