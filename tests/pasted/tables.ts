import { type Example, utf16, windows1252 } from './example.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Cells of spreadsheets, and CSV. */
export const tables: Example[] = [
  {
    name: 'cells with headers',
    pasted: 'Part number\tQty\nNB-E64\t200\nD5U-5600-32\t150',
    lines: ['2: mpn NB-E64 = 200', '3: mpn D5U-5600-32 = 150'],
  },
  {
    name: 'cells without headers',
    pasted: 'NB-E64\t200\nD5U-5600-32\t150\nAF-120-B\t1500',
    lines: ['1: mpn NB-E64 = ?', '2: mpn D5U-5600-32 = ?', '3: mpn AF-120-B = ?'],
  },
  {
    name: 'cells without headers, the number first',
    pasted: '200\tNB-E64\n150\tD5U-5600-32',
    lines: ['1: mpn NB-E64 = ?', '2: mpn D5U-5600-32 = ?'],
  },
  {
    name: 'a single row without headers',
    pasted: 'NB-E64\t200',
    lines: ['1: mpn NB-E64 = 200'],
  },
  {
    name: 'cells with numbers of rows and descriptions, without headers',
    pasted: '1\tNB-E64\tDDR5 RDIMM\t200\n2\tD5U-5600-32\tDDR5 UDIMM\t150\n3\tAF-120-B\tCase fan\t1500',
    lines: [
      '1: mpn NB-E64, text DDR5 RDIMM = ?',
      '2: mpn D5U-5600-32, text DDR5 UDIMM = ?',
      '3: mpn AF-120-B, text Case fan = ?',
    ],
  },
  {
    name: 'cells with two columns of numbers, without headers',
    pasted: 'NB-E64\t200\t5\nD5U-5600-32\t150\t7',
    lines: ['1: mpn NB-E64 = ?', '2: mpn D5U-5600-32 = ?'],
  },
  {
    name: 'one column of part numbers',
    pasted: 'NB-E64\nD5U-5600-32\nAF-120-B\n',
    lines: ['1: text NB-E64 = ?', '2: text D5U-5600-32 = ?', '3: text AF-120-B = ?'],
  },
  {
    name: 'headers in the third row',
    pasted:
      'Order list of Acme Corp\t\t\n\t\t\nPart no.\tDescription\tQuantity\nNB-E64\tDDR5 RDIMM\t200\n\t\t\nD5U-5600-32\tDDR5 UDIMM\t150',
    lines: ['4: mpn NB-E64, text DDR5 RDIMM = 200', '6: mpn D5U-5600-32, text DDR5 UDIMM = 150'],
    left: [1],
  },
  {
    name: 'CSV with commas',
    pasted: bytes('sku,quantity\nNB-E64,200\nD5U-5600-32,150\n'),
    lines: ['2: sku NB-E64 = 200', '3: sku D5U-5600-32 = 150'],
  },
  {
    name: 'CSV with semicolons and German headers',
    pasted: bytes(
      'Artikelnummer;Bezeichnung;Menge;Preis\nNB-E64;DDR5 RDIMM;200;71,90\nD5U-5600-32;DDR5 UDIMM;1.500;84,50\n',
    ),
    lines: ['2: mpn NB-E64, text DDR5 RDIMM = 200', '3: mpn D5U-5600-32, text DDR5 UDIMM = 1500'],
  },
  {
    name: 'CSV with US numbers',
    pasted: bytes('Part,Qty,Price\nNB-E64,"1,500",$71.90\nD5U-5600-32,150,"$1,084.50"\n'),
    lines: ['2: mpn NB-E64 = 1500', '3: mpn D5U-5600-32 = 150'],
  },
  {
    name: 'cells of a German spreadsheet',
    pasted:
      'Artikelnr.\tMenge\tEinzelpreis\tGesamt\nNB-E64\t1.500\t71,90\t107.850,00\nAF-120-B\t200,00\t3,85\t770,00',
    lines: ['2: mpn NB-E64 = 1500', '3: mpn AF-120-B = 200'],
  },
  {
    name: 'cells of a US spreadsheet',
    pasted:
      'Part no.\tQty\tUnit price\tTotal\nNB-E64\t1,500\t$71.90\t$107,850.00\nAF-120-B\t200.00\t$3.85\t$770.00',
    lines: ['2: mpn NB-E64 = 1500', '3: mpn AF-120-B = 200'],
  },
  {
    name: 'breaks and semicolons in quotes',
    pasted: bytes(
      'Teilenummer;Bezeichnung;Menge\r\nNB-E64;"DDR5 RDIMM;\r\n64 GB";200\r\nAF-120-B;Lüfter;100\r\n',
    ),
    lines: ['2: mpn NB-E64, text DDR5 RDIMM; 64 GB = 200', '4: mpn AF-120-B, text Lüfter = 100'],
  },
  {
    name: 'numbers in doubt in a table',
    pasted: bytes('Teilenummer;Menge\nNB-E64;1.000\nD5U-5600-32;150\n'),
    lines: ['2: mpn NB-E64 = 1000|1', '3: mpn D5U-5600-32 = 150'],
  },
  {
    name: 'quantities with decimals of an ERP',
    pasted: bytes('Material;Bestellmenge\nNB-E64;200,000\nD5U-5600-32;1.500,000\n'),
    lines: ['2: mpn NB-E64 = 200', '3: mpn D5U-5600-32 = 1500'],
  },
  {
    name: 'CSV with tabs and quotes',
    pasted: bytes('"MPN"\t"Manufacturer"\t"Qty"\n"NBE-64G-R"\t"Northbridge"\t"200"\n'),
    lines: ['2: mpn NBE-64G-R, maker Northbridge = 200'],
  },
  {
    name: 'line breaks in quotes',
    pasted: bytes(
      'mpn,description,qty\nNB-E64,"DDR5 RDIMM\n64 GB, ECC",200\nAF-120-B,"Fan, ""silent""",100\n',
    ),
    lines: ['2: mpn NB-E64, text DDR5 RDIMM 64 GB, ECC = 200', '4: mpn AF-120-B, text Fan, "silent" = 100'],
  },
  {
    name: 'a quote that is never closed',
    pasted: bytes('mpn,description,qty\nSSD-25,"2.5 inch SSD,200\nAF-120-B,Fan,100\n'),
    lines: ['2: mpn SSD-25, text "2.5 inch SSD = 200', '3: mpn AF-120-B, text Fan = 100'],
  },
  {
    name: 'inches in cells',
    pasted: bytes('mpn;description;qty\nSSD-25;2.5" SSD;200\nAF-120-B;"5.25"" bay";100\n'),
    lines: ['2: mpn SSD-25, text 2.5" SSD = 200', '3: mpn AF-120-B, text 5.25" bay = 100'],
  },
  {
    name: 'UTF-8 with its mark',
    pasted: bytes('\ufeffMenge;Artikelnummer\r\n200;NB-E64\r\n'),
    lines: ['2: mpn NB-E64 = 200'],
  },
  {
    name: 'Windows-1252',
    pasted: windows1252(
      'Stück;Hersteller;Teilenummer;Beschreibung\r\n200;Nördlich;NB-E64;Lüfter für Gehäuse\r\n',
    ),
    lines: ['2: mpn NB-E64, maker Nördlich, text Lüfter für Gehäuse = 200'],
  },
  { name: 'UTF-16', pasted: utf16('Part number\tQty\r\nNB-E64\t200\r\n'), lines: ['2: mpn NB-E64 = 200'] },
  {
    name: 'a line that names the separator',
    pasted: bytes('sep=|\r\nPart number|Qty\r\nNB-E64|200\r\n'),
    lines: ['3: mpn NB-E64 = 200'],
  },
  {
    name: 'empty rows and columns, and a sum',
    pasted: 'Pos\tPart\t\tQty\n\t\t\t\n1\tNB-E64\t\t200\n\t\t\t\n2\tAF-120-B\t\t100\nTotal\t\t\t300',
    lines: ['3: mpn NB-E64 = 200', '5: mpn AF-120-B = 100'],
    left: [6],
  },
  {
    name: 'headers that come again',
    pasted: 'Part\tQty\nNB-E64\t200\nPart\tQty\nAF-120-B\t100',
    lines: ['2: mpn NB-E64 = 200', '4: mpn AF-120-B = 100'],
    left: [3],
  },
  {
    name: 'the same part in two rows',
    pasted: 'Part\tQty\nNB-E64\t200\nNB-E64\t300',
    lines: ['2: mpn NB-E64 = 200', '3: mpn NB-E64 = 300'],
  },
  {
    name: "customers' own numbers",
    pasted:
      'Internal part number,MPN,Maker,Qty\n4711-001,NBE-64G-R,Northbridge,200\n4711-002,GRM188,Murata,4000\n',
    lines: [
      '2: mpn NBE-64G-R, maker Northbridge, customerRef 4711-001 = 200',
      '3: mpn GRM188, maker Murata, customerRef 4711-002 = 4000',
    ],
  },
  ...[
    ...[
      'Kundennr',
      'Kunden-Nr.',
      'Kundenartikelnummer',
      'Kunden-Artikel-Nr.',
      'Kundenmaterialnr',
      'Ihre Nr.',
    ],
    ...['Ihre Artikelnummer', 'Ihre Referenz', 'Unsere Art.-Nr.', 'Customer P/N', 'Your part no.', 'Our ref'],
    ...['Réf. client', 'Votre référence'],
  ].map((header) => ({
    name: `customers' own numbers under ${header}`,
    pasted: `Pos\tArtikel\t${header}\tMenge\n10\tNB-E64\t4711-001\t200\n20\tAF-120-B\t4711-002\t100`,
    lines: ['2: mpn NB-E64, customerRef 4711-001 = 200', '3: mpn AF-120-B, customerRef 4711-002 = 100'],
  })),
  {
    name: 'leading zeros',
    pasted: bytes('sku;qty\n0042;100\n00042-7;200\n'),
    lines: ['2: sku 0042 = 100', '3: sku 00042-7 = 200'],
  },
  {
    name: 'quantities with pieces',
    pasted: 'Artikel\tAnzahl\nNB-E64\t200 Stk.\nAF-120-B\t1500 pcs\nBR-900\t\nBR-901\tviele',
    lines: ['2: mpn NB-E64 = 200', '3: mpn AF-120-B = 1500', '4: mpn BR-900 = ?', '5: mpn BR-901 = ?'],
  },
  {
    name: 'headers that say nothing of parts',
    pasted: 'Name;Phone;City\nA. Buyer;555 0100;Oakland\nB. Buyer;555 0101;Hamburg\n',
    lines: [
      '1: text Name Phone City = ?',
      '2: text A. Buyer 555 0100 Oakland = ?',
      '3: text B. Buyer 555 0101 Hamburg = ?',
    ],
  },
  {
    name: 'three columns without headers, commas',
    pasted: bytes('NB-E64,Northbridge,200\nGRM188,Murata,4000\n1N4148-1,Diodes,150\n'),
    lines: [
      '1: mpn NB-E64, text Northbridge = ?',
      '2: mpn GRM188, text Murata = ?',
      '3: mpn 1N4148-1, text Diodes = ?',
    ],
  },
];
