import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seller } from '#content/shop.ts';
import { drawingsOf, NO_GLYPH, readPages } from '../../tests/fixtures/pdf.ts';
import type { DocumentFacts, LineFacts } from '../ground/database/tables/invoices.ts';
import { drawDocument } from '../ground/pdf/draw.ts';
import { wordConfirmation, wordCreditNote, wordInvoice } from './words.ts';

const at = new Date('2026-11-21T10:00:00Z');

function lineOf(no: number, more: Partial<LineFacts> = {}): LineFacts {
  return {
    ...{
      no,
      name: `Part ${no}`,
      sku: `NB-${no}`,
      maker: null,
      mpn: null,
      customerRef: null,
      designators: null,
    },
    ...{ quantity: 100, unitPriceMicros: 12_500, totalCents: 125, expectedOn: null, expectedPieces: 0 },
    ...more,
  };
}

function purchaseOf(lines: LineFacts[], more: Partial<DocumentFacts> = {}): DocumentFacts {
  return {
    ...{ number: 100_234, placedAt: at.toISOString(), paidAt: at.toISOString(), transactionId: 'pi_1' },
    ...{
      buyer: { name: 'Grace', email: 'grace@example.com' },
      address: '1 Dock Road\nOakland',
      phone: '+1 555',
    },
    ...{ shipTo: null, poNumber: null, costCentre: null, note: null, deliveryWish: null },
    ...{ totalCents: lines.reduce((sum, { totalCents }) => sum + totalCents, 0), lines },
    ...more,
  };
}

const invoiceOf = (purchase: DocumentFacts) => wordInvoice({ number: 12, issuedAt: at, seller, purchase });
const pagesOf = async (purchase: DocumentFacts) =>
  readPages(await drawDocument(invoiceOf(purchase), 'a4')).map((text) => text.split('\n'));

describe('a document', () => {
  test('tells who sells, who buys, what for, each line with all of its numbers, and the sums', async () => {
    const line = lineOf(1, {
      ...{ name: 'DDR5 RDIMM 64 GB', sku: 'NB-E64', maker: 'Kestrel', mpn: 'K64-10x20' },
      ...{ customerRef: '0047-11', designators: 'C1, C4-C9', quantity: 12_500, unitPriceMicros: 894_040 },
      totalCents: 1_117_550,
    });
    const purchase = purchaseOf([line], { poNumber: 'PO-7', costCentre: 'CC-1', note: 'Ring twice' });
    const [page] = await pagesOf(purchase);
    for (const said of [
      ...['Invoice', 'INV-000012', 'NB-100234', 'Nov 21, 2026', 'PO-7', 'CC-1', 'Ring twice'],
      ...['Grace', 'grace@example.com', '1 Dock Road', 'Oakland', 'pi_1'],
      ...['DDR5 RDIMM 64 GB', 'SKU NB-E64 · MPN K64-10x20 · Kestrel', 'Your part number: 0047-11'],
      ...[
        'Reference designators: C1, C4-C9',
        '12,500',
        '$0.89404',
        '$11,175.50',
        '1 line, 12,500 pcs',
        '$0.00',
      ],
      ...[seller.legalName, ...seller.address, seller.taxId, seller.registration, ...seller.bank],
      ...[seller.taxNote, 'Page 1 of 1'],
    ])
      assert.ok(page!.includes(said), said);
  });

  test('has headings and its number on each of its pages, and each line once', async () => {
    const lines = Array.from({ length: 500 }, (_, nth) => lineOf(nth + 1));
    const pages = await pagesOf(purchaseOf(lines));
    assert.ok(pages.length > 10);
    for (const [nth, page] of pages.entries()) {
      for (const heading of ['Line', 'Part', 'Quantity', 'Unit price', 'Amount'])
        assert.equal(page.filter((text) => text === heading).length, 1, `${heading} on page ${nth + 1}`);
      assert.ok(page.includes(`Page ${nth + 1} of ${pages.length}`));
      assert.ok(page.some((text) => text.includes('INV-000012')));
    }
    const named = pages.flat().filter((text) => /^Part \d+$/.test(text));
    assert.deepEqual(
      named,
      lines.map(({ name }) => name),
    );
    // The sums stand below a line, never alone.
    const last = pages.at(-1)!;
    assert.ok(last.includes('Part 500') && last.includes('Amount due (USD)'));
  });

  test('is tagged, with a title and a language, the same bytes for the same facts, on A4 or Letter', async () => {
    const wording = invoiceOf(purchaseOf([lineOf(1)]));
    const pdf = await drawDocument(wording, 'a4');
    const text = pdf.toString('latin1');
    for (const said of ['/Marked true', '/Lang (en)', '/DisplayDocTitle true', '(Invoice INV-000012)'])
      assert.ok(text.includes(said), said);
    for (const tag of ['H1', 'Table', 'TR', 'TH', 'TD']) assert.ok(text.includes(`/S /${tag}`), tag);
    assert.ok(text.includes('/MediaBox [0 0 595.28 841.89]'));
    assert.ok(pdf.equals(await drawDocument(wording, 'a4')));
    assert.ok((await drawDocument(wording, 'letter')).includes('/MediaBox [0 0 612 792]'));
  });

  test('writes Latin, Greek, Cyrillic, Chinese, Japanese and Korean letters', async () => {
    const [page] = await pagesOf(purchaseOf([lineOf(1, { name: 'Łódź Ωμέγα Кабель Việt' })]));
    assert.ok(page!.includes('Łódź Ωμέγα Кабель Việt'));
    const purchase = purchaseOf([lineOf(1, { name: '深圳市电子 DDR5 ケーブル 메모리 ﬁt Ａ1' })], {
      buyer: { name: '王小明 (王曉明)', email: 'wang@example.com' },
    });
    const [other] = await pagesOf(purchase);
    const text = other!.join('');
    for (const said of ['深圳市电子 DDR5 ケーブル 메모리 fit A1', '王小明 (王曉明)'])
      assert.ok(text.includes(said), said);
    // The typeface of Korean has a space that cannot be read.
    const korean = purchaseOf([lineOf(1, { name: '서울시 강남구' })], {
      buyer: { name: '홍 길동', email: 'hong@example.com' },
    });
    const [third] = await pagesOf(korean);
    for (const said of ['서울시 강남구', '홍 길동']) assert.ok(third!.join('').includes(said), said);
    for (const said of [...page!, ...other!, ...third!])
      assert.ok(said !== 'Characters' && !said.includes('□'), said);
  });

  test('writes Arabic and Hebrew from the right, joined, and Thai with its marks', async () => {
    const name = 'كابل 10x20 (أسود)';
    const [page] = await pagesOf(
      purchaseOf([lineOf(1, { name, customerRef: 'می\u200cشود' })], {
        address: 'شارع الملك فهد 12\nרחוב הרצל 4\nถนนสุขุมวิท 21 น้ำ',
      }),
    );
    // From left to right, as they stand.
    const turned = (text: string) => [...text].reverse().join('');
    const text = page!.join('');
    for (const said of [turned('شارع الملك فهد '), turned('רחוב הרצל '), 'ถนนสุขุมวิท 21', turned('میشود')])
      assert.ok(text.includes(said), said);
    assert.ok(text.includes(`(${turned('أسود')}) 10x20 ${turned('كابل')}`), text);
    // The ring of the vowel AM stands below the tone mark.
    assert.ok(text.includes('น\u0e4d\u0e49\u0e32'));
    assert.ok(!text.includes('□') && !page!.includes('Characters'));
  });

  test('embeds the joined forms of Arabic letters, and no letter that its typeface does not have', async () => {
    const words = ['ب', 'ببب'];
    const pdf = await drawDocument(invoiceOf(purchaseOf([lineOf(1, { name: words.join(' ') })])), 'a4');
    const [page] = readPages(pdf);
    assert.ok(page!.includes('ببب ب'));
    // Alone, at the beginning, in the middle and at the end: four drawings of one letter.
    assert.equal(drawingsOf(pdf, 'ب'), 4);
    assert.ok(!page!.includes(NO_GLYPH));
  });

  test('has identifiers on one line', async () => {
    const transactionId = 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc';
    const [page] = await pagesOf(purchaseOf([lineOf(1)], { transactionId }));
    assert.ok(page!.includes(transactionId));
  });

  test('embeds a typeface only where a letter needs it', async () => {
    const pdfOf = async (name: string) =>
      (await drawDocument(invoiceOf(purchaseOf([lineOf(1, { name })])), 'a4')).toString('latin1');
    const fontsOf = (pdf: string) =>
      new Set(pdf.match(/(?<=\+)(?:Inter|NotoSans(?:Hans|Hebrew|Thai)|NanumGothic|IBMPlexSansArabic)/g));
    assert.deepEqual([...fontsOf(await pdfOf('Кабель'))], ['Inter']);
    assert.deepEqual([...fontsOf(await pdfOf('电'))].sort(), ['Inter', 'NotoSansHans']);
    assert.deepEqual([...fontsOf(await pdfOf('메'))].sort(), ['Inter', 'NanumGothic']);
    assert.deepEqual([...fontsOf(await pdfOf('بغداد'))].sort(), ['IBMPlexSansArabic', 'Inter']);
    assert.deepEqual([...fontsOf(await pdfOf('חיפה'))].sort(), ['Inter', 'NotoSansHebrew']);
    assert.deepEqual([...fontsOf(await pdfOf('ไทย'))].sort(), ['Inter', 'NotoSansThai']);
  });

  test('embeds no more letters than a language has, whatever is typed', async () => {
    const lines = Array.from({ length: 40 }, (_, no) =>
      lineOf(no + 1, {
        name: String.fromCodePoint(...Array.from({ length: 100 }, (_, n) => 0x4e00 + no * 100 + n)),
      }),
    );
    const text = (await pagesOf(purchaseOf(lines))).flat().join('');
    assert.equal(new Set(text.match(/\p{Script=Han}/gu)).size, 3_000);
    assert.ok(text.includes('□'));
  });

  test('shows which letters it cannot write', async () => {
    const [page] = await pagesOf(purchaseOf([lineOf(1, { name: 'नई 1' })]));
    assert.ok(page!.includes('□□ 1'));
    assert.ok(page!.includes('Characters'));
  });

  test('prints a name of several lines on one', async () => {
    const purchase = purchaseOf([lineOf(1, { name: 'DDR5\r\nMemory', maker: 'Kestrel\nparts' })], {
      buyer: { name: 'Eve\u2028PAID IN FULL', email: 'eve@example.com' },
    });
    const [page] = await pagesOf(purchase);
    for (const said of ['DDR5 Memory', 'SKU NB-1 · Kestrel parts', 'Eve PAID IN FULL'])
      assert.ok(page!.includes(said), said);
  });

  test('keeps what people typed within its columns, without characters that turn or break it', async () => {
    const wide = 'W'.repeat(300);
    const purchase = purchaseOf(
      [lineOf(1, { name: wide, customerRef: 'a\u202eb\u0000c', designators: 'R1, '.repeat(250) })],
      { buyer: { name: 'x\r\ny', email: `${wide}@example.com` }, note: 'one\ntwo' },
    );
    const pages = await pagesOf(purchase);
    const texts = pages.flat();
    assert.equal(
      texts
        .filter((text) => /^W+$/.test(text))
        .join('')
        .match(/W/g)!.length >= 600,
      true,
    );
    assert.ok(texts.every((text) => !/W{60}/.test(text)));
    assert.ok(texts.includes('Your part number: ab c'));
    assert.ok(texts.includes('one') && texts.includes('two'));
    assert.equal(texts.join(' ').match(/R1,/g)!.length, 250);
  });
});

describe('before it is paid, a confirmation', () => {
  const unpaid = purchaseOf([lineOf(1)], { paidAt: null, transactionId: null });
  test('is a pro-forma invoice that says until when parts are held', () => {
    const held = wordConfirmation({ purchase: unpaid, state: 'held', heldUntil: at, seller });
    assert.match(held.title, /pro-forma/);
    assert.match(held.notice!, /held for you until Nov 21, 2026, 10:00 AM UTC/);
    const inTokyo = { ...seller, timeZone: 'Asia/Tokyo' };
    const there = wordConfirmation({ purchase: unpaid, state: 'held', heldUntil: at, seller: inTokyo });
    assert.match(there.notice!, /held for you until Nov 21, 2026, 7:00 PM GMT\+9/);
    assert.deepEqual(held.sums.at(-1), ['Amount due (USD)', '$1.25']);
    assert.ok(!held.facts.some(([label]) => label === 'Paid'));
  });

  test('says when none are held any more', () => {
    const released = wordConfirmation({ purchase: unpaid, state: 'released', heldUntil: null, seller });
    assert.match(released.notice!, /no parts are held/);
    const purchase = purchaseOf([lineOf(1)]);
    const paid = wordConfirmation({ purchase, state: 'paid', heldUntil: null, seller });
    assert.deepEqual([paid.title, paid.notice], ['Order confirmation', undefined]);
  });
});

test('a line says which of its pieces are expected, and when', () => {
  const lines = [
    lineOf(1, { expectedOn: '2027-03-03', expectedPieces: 100 }),
    lineOf(2, { expectedOn: '2027-03-03', expectedPieces: 40 }),
  ];
  assert.deepEqual(
    invoiceOf(purchaseOf(lines)).rows.map(({ details }) => details.at(-1)),
    ['Expected on Mar 3, 2027', '40 pcs expected on Mar 3, 2027'],
  );
});

test('a document is addressed to the billing address that was chosen: of the company that buys, or of the person', () => {
  const address = {
    ...{ name: 'Grace', company: 'Acme', street: ['1 Dock Road'], city: 'Oakland', postcode: '94607' },
    ...{ region: 'CA', country: 'US', phone: '+1 555' },
  };
  const billTo = { ...address, name: 'Accounts payable', street: ['PO Box 7'] };
  const shipTo = { ...address, company: 'A customer of Acme' };
  const person = { name: 'Grace', email: 'grace@example.com', company: 'A customer of Acme' };
  const company = { ...person, company: 'Acme Ltd', address, taxId: 'DE1' };
  const box = ['PO Box 7', 'Oakland, CA 94607', 'United States'];
  const payerOf = (more: Partial<DocumentFacts>) => invoiceOf(purchaseOf([lineOf(1)], more)).parties[0];
  assert.deepEqual(payerOf({ buyer: company, shipTo, billTo }), {
    label: 'Invoice to',
    lines: ['Acme Ltd', 'Accounts payable', 'Acme', ...box, 'Tax number: DE1', 'Grace', 'grace@example.com'],
  });
  assert.deepEqual(payerOf({ buyer: company, shipTo, billTo: { ...billTo, company: 'Acme Ltd' } })!.lines, [
    ...['Acme Ltd', 'Accounts payable', ...box, 'Tax number: DE1', 'Grace', 'grace@example.com'],
  ]);
  assert.deepEqual(payerOf({ buyer: person, shipTo, billTo: { ...billTo, name: 'Grace' } })!.lines, [
    ...['Grace', 'Acme', ...box, 'grace@example.com'],
  ]);
});

describe('a credit note', () => {
  const invoice = { number: 12, issuedAt: at, purchase: purchaseOf([lineOf(1), lineOf(2)]) };
  const facts = { number: 3, issuedAt: at, seller, cents: 40, reason: 'Damaged', withdrawnAt: null, invoice };

  test('names its invoice, and the pieces with their money', () => {
    const note = wordCreditNote({ ...facts, lines: [{ no: 2, quantity: 30, cents: 40 }] });
    assert.deepEqual(
      note.rows.map(({ no, name, cells: [quantity, , total] }) => [no, name, quantity, total]),
      [['2', 'Part 2', '30', '$0.40']],
    );
    assert.ok(note.facts.some(([label, value]) => label === 'Invoice' && value === 'INV-000012'));
    assert.deepEqual(note.sums.at(-1), ['Credited (USD)', '$0.40']);
    assert.equal(note.notice, undefined);
  });

  test('has one line of money where it is not known which pieces it is for, and says that it was withdrawn', () => {
    const note = wordCreditNote({ ...facts, lines: null, withdrawnAt: at });
    assert.deepEqual(
      note.rows.map(({ name, cells }) => [name, cells[2]]),
      [['Refund of part of invoice INV-000012', '$0.40']],
    );
    assert.match(note.notice!, /Withdrawn on Nov 21, 2026/);
  });
});
