import type { Example } from './example.ts';

/** Signatures of mails, as programs and people write them. */
export const signatures: Example[] = [
  {
    name: 'a signature of six lines below a closing',
    pasted: `200x NB-E64
1500 AF-120-B

Mit freundlichen Grüßen
Robin Hart
Leiter Einkauf
Acme Elektronik GmbH
Hafenstraße 12, 20457 Hamburg
Tel. +49 40 1234567-0
www.acme.example`,
    lines: ['1: text NB-E64 = 200', '2: text AF-120-B = 1500'],
    left: [4, 5, 6, 7, 8, 9, 10],
  },
  {
    name: 'a signature of six lines without a closing',
    pasted: `200x NB-E64
150 pcs D5U-5600-32

Robin Hart
Head of Purchasing
Acme Corp.
12 Dock Road
+1 (555) 010-0100
www.acme.example`,
    lines: ['1: text NB-E64 = 200', '2: text D5U-5600-32 = 150'],
    left: [4, 5, 6, 7, 8, 9],
  },
  {
    name: 'a signature directly below the lines, without a closing',
    pasted: `200x NB-E64
D5U-5600-32, 150 Stk.
Robin Hart
Einkauf
Acme Elektronik GmbH
Hafenstraße 12
20457 Hamburg
Telefon 040 / 123 45 67
Fax 040 / 123 45 68
r.hart@acme.example`,
    lines: ['1: text NB-E64 = 200', '2: text D5U-5600-32 = 150'],
    left: [3, 4, 5, 6, 7, 8, 9, 10],
  },
  {
    name: 'a name apart from the address, below two dashes',
    pasted: `100 NB-E64

-- 
Robin Hart
Acme Ltd
12 Harbour Way
London EC1A 1BB
T: +44 20 7946 0000`,
    lines: ['1: text NB-E64 = 100'],
    left: [3, 4, 5, 6, 7, 8],
  },
  {
    name: 'a name apart from the address, without a closing',
    pasted: `Hello,
please send us 300 AF-120-B and

BR-900 - 250 pcs

Robin Hart

Acme Corp, 12 Dock Road, Oakland, CA 94607
Phone: +1 555 0100 | Mobile: +1 555 0101 | robin@acme.example`,
    lines: ['2: text AF-120-B = 300', '4: text BR-900 = 250'],
    left: [1, 6, 8, 9],
  },
  {
    name: 'a signature with what a company has to say',
    pasted: `50 von den NB-E64
Freundliche Grüße
i. A. Robin Hart
Acme Elektronik GmbH · Postfach 10 20 30 · 20457 Hamburg
Geschäftsführer: Kim Weber
Amtsgericht Hamburg HRB 123456 · USt-IdNr. DE123456789
IBAN DE02 1203 0000 0000 2020 51`,
    lines: ['1: text NB-E64 = 50'],
    left: [2, 3, 4, 5, 6, 7],
  },
  {
    name: 'closings of several kinds, and what was forgotten behind them',
    pasted: `100 NB-E64
With kind regards,
Robin
PS: please add 200x BR-900

Grüße aus Hamburg
Robin
On Mon, 3 Mar 2025 at 10:00, Kim Weber wrote:
> 400 x AF-120-B
> Rgds
> Kim Weber
> 94607 Oakland`,
    lines: ['1: text NB-E64 = 100', '4: text PS: please add BR-900 = 200', '9: text AF-120-B = 400'],
    left: [2, 3, 6, 7, 8, 10, 11, 12],
  },
  {
    name: 'thanks that end no order',
    pasted: `Thanks in advance
200x NB-E64
1500 Fans AF-120-B
thank you
94607 Oakland`,
    lines: ['2: text NB-E64 = 200', '3: text Fans AF-120-B = 1500'],
    left: [1, 4, 5],
  },
  {
    name: 'lines of parts that look like those of a signature',
    pasted: `Case Fan 120
1500 Case Fans
RTX 4090
Tower Cooler
200 Power Supply 850 W
Mobile Processor x 100`,
    lines: [
      '1: text Case Fan 120 = ?',
      '2: text Case Fans = 1500',
      '3: text RTX 4090 = ?',
      '4: text Tower Cooler = ?',
      '5: text Power Supply 850 W = 200',
      '6: text Mobile Processor = 100',
    ],
  },
  {
    name: 'parts by their names alone above a phone',
    pasted: 'Case Fan black\nTower Cooler\nTel. 040 1234567',
    lines: ['1: text Case Fan black = ?', '2: text Tower Cooler = ?'],
    left: [3],
  },
];
