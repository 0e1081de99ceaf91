import type { Example } from './example.ts';

/** Lines of mails and notes. */
export const mails: Example[] = [
  { name: 'one line', pasted: '200x DDR5 RDIMM 64GB', lines: ['1: text DDR5 RDIMM 64GB = 200'] },
  {
    name: 'the forms of the issue',
    pasted: '200x DDR5 RDIMM 64GB\nNB-E64 - 150 pcs\n150 NB-E64\nNB-E64;150\nQty: 200 NB-E64',
    lines: [
      '1: text DDR5 RDIMM 64GB = 200',
      '2: text NB-E64 = 150',
      '3: text NB-E64 = 150',
      '4: text NB-E64 = 150',
      '5: text NB-E64 = 200',
    ],
  },
  {
    name: 'a mail in English with a signature',
    pasted: `Hi team,

Thanks for your offer of last week, it looks good to us.
Please quote the following:

- 200 x NB-E64
- 150 pcs D5U-5600-32
- AF-120-B, 1500 pcs

We need them by 12 March.

Best regards,
Demo Buyer
Purchasing
Acme Corp, 12 Dock Road
+1 555 0100`,
    lines: ['6: text NB-E64 = 200', '7: text D5U-5600-32 = 150', '8: text AF-120-B = 1500'],
    left: [1, 3, 4, 10, 12, 13, 14, 15, 16],
  },
  {
    name: 'a mail in German with a signature',
    pasted: `Sehr geehrte Damen und Herren,

wir bitten um ein Angebot über:

1. NB-E64, 200 Stück
2. D5U-5600-32, 150 Stk.
3. 1.500 Stück AF-120-B

Vielen Dank!

Mit freundlichen Grüßen
Demo Einkauf
Einkauf
Hafenstraße 12
20457 Hamburg`,
    lines: ['5: text NB-E64 = 200', '6: text D5U-5600-32 = 150', '7: text AF-120-B = 1500|1.5'],
    left: [1, 3, 9, 11, 12, 13, 14, 15],
  },
  {
    name: 'a quoted mail below an answer',
    pasted: `Hello,
please also add 300 NB-E64.
Cheers
Demo

On Mon, 3 Mar 2025 at 10:00, Demo Buyer wrote:
> Hi,
> 200 x D5U-5600-32
> > 100 x AF-120-B
> Regards
> Demo`,
    lines: ['2: text NB-E64 = 300', '8: text D5U-5600-32 = 200', '9: text AF-120-B = 100'],
    left: [1, 3, 4, 6, 7, 10, 11],
  },
  {
    name: 'a forwarded mail with its head',
    pasted: `-----Original Message-----
From: Demo Buyer <buyer@example.com>
Sent: Monday, March 3
To: Sales
Subject: RFQ 4711

Dear Sales,
NB-E64    200
D5U-5600-32    150
Kind regards
Demo`,
    lines: ['8: text NB-E64 = 200', '9: text D5U-5600-32 = 150'],
    left: [1, 2, 3, 4, 5, 7, 10, 11],
  },
  {
    name: 'a forwarded mail in German',
    pasted: `Von: Demo Einkauf
Gesendet: Montag, 3. März
An: Verkauf
Betreff: Anfrage

Hallo,
100x NB-E64
VG`,
    lines: ['7: text NB-E64 = 100'],
    left: [1, 2, 3, 4, 6, 8],
  },
  {
    name: 'bullets of several kinds',
    pasted:
      '• 100 NB-E64\n· 200 NB-E64\n* 300 NB-E64\n– 400 NB-E64\n[ ] 500 NB-E64\na) 600 NB-E64\n(7) 700 NB-E64',
    lines: [
      '1: text NB-E64 = 100',
      '2: text NB-E64 = 200',
      '3: text NB-E64 = 300',
      '4: text NB-E64 = 400',
      '5: text NB-E64 = 500',
      '6: text NB-E64 = 600',
      '7: text NB-E64 = 700',
    ],
  },
  {
    name: 'prices behind the parts',
    pasted:
      '150 NB-E64 @ $4.50\n150 pcs D5U-5600-32 à 84,50 €\n200x AF-120-B USD 3.85 each\nBR-900, 100 pcs, total $250.00',
    lines: [
      '1: text NB-E64 = 150',
      '2: text D5U-5600-32 = 150',
      '3: text AF-120-B = 200',
      '4: text BR-900 = 100',
    ],
  },
  {
    name: 'thousands in doubt',
    pasted: '1.000 NB-E64\n1,500 x D5U-5600-32\nAF-120-B - 2.500 Stk.',
    lines: ['1: text NB-E64 = 1000|1', '2: text D5U-5600-32 = 1500|1.5', '3: text AF-120-B = 2500|2.5'],
  },
  {
    name: 'thousands without doubt',
    pasted: '1000 NB-E64\n1 500 pcs D5U-5600-32\n1.000.000 x AF-120-B\n1,000.00 x BR-900',
    lines: [
      '1: text NB-E64 = 1000',
      '2: text D5U-5600-32 = 1500',
      '3: text AF-120-B = 1000000',
      '4: text BR-900 = 1000',
    ],
  },
  {
    name: 'sizes and speeds that are no quantity',
    pasted:
      '64GB DDR5 RDIMM\nFan 120 x 120 mm\nNVMe SSD 2 TB PCIe 4.0 x4\n2.5" SSD\n24 pin ATX cable\nRTX 4090\nCat 6 cable 2 m',
    lines: [
      '1: text 64GB DDR5 RDIMM = ?',
      '2: text Fan 120 x 120 mm = ?',
      '3: text NVMe SSD 2 TB PCIe 4.0 x4 = ?',
      '4: text 2.5" SSD = ?',
      '5: text 24 pin ATX cable = ?',
      '6: text RTX 4090 = ?',
      '7: text Cat 6 cable 2 m = ?',
    ],
  },
  {
    name: 'quantities beside sizes',
    pasted: '200 x 64GB DDR5 RDIMM\n150x Fan 120 mm\n100 pcs 2.5" SSD 2TB\n300 2 m Cat 6 cable',
    lines: [
      '1: text 64GB DDR5 RDIMM = 200',
      '2: text Fan 120 mm = 150',
      '3: text 2.5" SSD 2TB = 100',
      '4: text 2 m Cat 6 cable = 300',
    ],
  },
  {
    name: 'numbers at the end that nothing says to be a quantity',
    pasted: 'M.2 2TB 600\nGPU 12GB 100\nfan 120 mm PWM 5k',
    lines: ['1: text M.2 2TB 600 = ?', '2: text GPU 12GB 100 = ?', '3: text fan 120 mm PWM 5k = ?'],
  },
  {
    name: 'a mail with a closing in two languages',
    pasted: `100x NB-E64
Mit freundlichen Grüßen / Best regards
Demo Einkauf
Hafenstraße 12`,
    lines: ['1: text NB-E64 = 100'],
    left: [2, 3, 4],
  },
  {
    name: 'places of a list before the parts',
    pasted: `Pos 10: NB-E64 x 200
Pos. 20 NB-E64 x 200
pos 30 - 150 pcs D5U-5600-32
Position 40: AF-120-B, 1500 Stk.
Item 5: 100 x BR-900
Line 6 - BR-901 x 300
Nr. 7: 400x BR-902
Item 8 cable x 500
Position 2 switch x 600`,
    lines: [
      '1: text NB-E64 = 200',
      '2: text NB-E64 = 200',
      '3: text D5U-5600-32 = 150',
      '4: text AF-120-B = 1500',
      '5: text BR-900 = 100',
      '6: text BR-901 = 300',
      '7: text BR-902 = 400',
      '8: text Item 8 cable = 500',
      '9: text switch = 600',
    ],
  },
  {
    name: 'the same part twice',
    pasted: '100 NB-E64\n200 NB-E64\n100 NB-E64',
    lines: ['1: text NB-E64 = 100', '2: text NB-E64 = 200', '3: text NB-E64 = 100'],
  },
  {
    name: 'part numbers alone',
    pasted: 'NB-E64\nD5U-5600-32\n\n1N4148-1',
    lines: ['1: text NB-E64 = ?', '2: text D5U-5600-32 = ?', '4: text 1N4148-1 = ?'],
  },
  {
    name: 'lines that nobody can read',
    pasted: '???\nasdf qwer\n12345678901234567890\n=SUM(A1)',
    lines: ['2: text asdf qwer = ?', '3: text 12345678901234567890 = ?', '4: text SUM(A1) = ?'],
    left: [1],
  },
  {
    name: 'blanks that are no spaces, and marks without width',
    pasted: '\u200b200\u00a0x\u00a0NB-E64\r\n\u2022\u2009150\u202fNB-E64',
    lines: ['1: text NB-E64 = 200', '2: text NB-E64 = 150'],
  },
  {
    name: 'line breaks of old systems',
    pasted: '100 NB-E64\r200 D5U-5600-32\r',
    lines: ['1: text NB-E64 = 100', '2: text D5U-5600-32 = 200'],
  },
  {
    name: 'columns made of spaces',
    pasted: 'NB-E64           DDR5 RDIMM 64 GB      200\nD5U-5600-32      DDR5 UDIMM 32 GB      150',
    lines: ['1: text NB-E64 DDR5 RDIMM 64 GB = 200', '2: text D5U-5600-32 DDR5 UDIMM 32 GB = 150'],
  },
  {
    name: 'parts of one line, each with a quantity of its own',
    pasted: `please send 300 NB-E64 and 200 pcs NB-E32
300x NB-E64; 200x NB-E32
cancel 300 NB-E64 and 200 NB-E32
`,
    lines: [
      ...['1: text NB-E64 = 300', '1: text NB-E32 = 200', '2: text NB-E64 = 300', '2: text NB-E32 = 200'],
      '3: text cancel NB-E64 NB-E32 = ?',
    ],
  },
  {
    name: 'numbers of lines, with and without quantities',
    pasted: '1 NB-E64 200\n2 NB-E32\n3 AF-120-B 100\n',
    lines: ['1: text NB-E64 = 200', '2: text NB-E32 = ?', '3: text AF-120-B = 100'],
  },
  {
    name: 'one quantity for each of several parts',
    pasted: `300 each of NB-E64 and NB-E32
- 250 pcs each: NB-E64, NB-E32 & AF-120-B
NB-E64, NB-E32 and D5U-5600-32: 400 pcs each
Please send 1,500 each of NB-E64 and NB-E32, thanks
je 300 Stück NB-E64 und NB-E32
3. DDR5 RDIMM 64GB and fan 120mm, 200 each
100 each of the black and white cable
NB-E64 and NB-E32
200 NB-E64, $4.50 each`,
    lines: [
      '1: text NB-E64 = 300',
      '1: text NB-E32 = 300',
      '2: text NB-E64 = 250',
      '2: text NB-E32 = 250',
      '2: text AF-120-B = 250',
      '3: text NB-E64 = 400',
      '3: text NB-E32 = 400',
      '3: text D5U-5600-32 = 400',
      '4: text NB-E64 = 1500|1.5',
      '4: text NB-E32 = 1500|1.5',
      '5: text NB-E64 = 300',
      '5: text NB-E32 = 300',
      '6: text DDR5 RDIMM 64GB = 200',
      '6: text fan 120mm = 200',
      '7: text black and white cable = 100',
      '8: text NB-E64 and NB-E32 = ?',
      '9: text NB-E64 = 200',
    ],
  },
  {
    name: 'one quantity around several parts, with commas and words between them',
    pasted: `300 NB-E64, NB-E32 each
300 NB-E64 and NB-E32 each
Please send us 250 pcs NB-E64, NB-E32 und AF-120-B each.
NB-E64, NB-E32: 300 each
NB-E64,NB-E32: 300 each
NB-E64 and NB-E32: 300 each
300 each: NB-E64, NB-E32
300 each: NB-E64 and NB-E32
200x NB-E64, $4.50 each
200 NB-E64, USD4.50 each
200 NB-E64, 4,50 € each
300 DDR5 RDIMM, 64GB each`,
    lines: [
      ...['1: text NB-E64 = 300', '1: text NB-E32 = 300', '2: text NB-E64 = 300', '2: text NB-E32 = 300'],
      ...['3: text NB-E64 = 250', '3: text NB-E32 = 250', '3: text AF-120-B = 250'],
      ...['4: text NB-E64 = 300', '4: text NB-E32 = 300', '5: text NB-E64 = 300', '5: text NB-E32 = 300'],
      ...['6: text NB-E64 = 300', '6: text NB-E32 = 300', '7: text NB-E64 = 300', '7: text NB-E32 = 300'],
      ...['8: text NB-E64 = 300', '8: text NB-E32 = 300'],
      ...['9: text NB-E64 = 200', '10: text NB-E64, USD4.50 = 200', '11: text NB-E64 = 200'],
      '12: text DDR5 RDIMM, 64GB = 300',
    ],
  },
  {
    name: 'commas in one part with one quantity',
    pasted: `RAM DDR4, 16GB, 3200MHz - 200 ea
NB-E64 (black, 3m) 100 each
Fan 120mm, 12V, 100 ea
200 each: DDR5-5600 RDIMM, 64GB
Fan 120mm, 12V and fan 80mm, 5V: 300 each
NB-E64, NB-E32, and AF-120-B: 400 each`,
    lines: [
      '1: text RAM DDR4, 16GB, 3200MHz = 200',
      '2: text NB-E64 (black, 3m) = 100',
      '3: text Fan 120mm, 12V = 100',
      '4: text DDR5-5600 RDIMM, 64GB = 200',
      '5: text Fan 120mm, 12V = 300',
      '5: text fan 80mm, 5V = 300',
      '6: text NB-E64 = 400',
      '6: text NB-E32 = 400',
      '6: text AF-120-B = 400',
    ],
  },
  {
    name: 'a chat',
    pasted: 'hey, can you do 500x AF-120-B?\nand 200x BR-900 please',
    lines: ['1: text AF-120-B = 500', '2: text BR-900 = 200'],
  },
];
