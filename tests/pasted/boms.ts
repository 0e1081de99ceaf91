import type { Example } from './example.ts';
import { sheet } from './sheet.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Bills of materials of KiCad, Altium and others, and workbooks. */
export const boms: Example[] = [
  {
    name: 'KiCad, exported fields',
    pasted: bytes(
      '"Reference","Value","Datasheet","Footprint","Qty","DNP"\n"C1,C2,C5","100n","~","Capacitor_SMD:C_0603","3",""\n"D1","1N4148-1","~","Diode_SMD:D_SOD-123","1",""\n"R7","10k","~","Resistor_SMD:R_0603","1","DNP"\n',
    ),
    lines: ['2: text 100n, designators C1,C2,C5 = 3', '3: text 1N4148-1, designators D1 = 1'],
    left: [4],
  },
  {
    name: 'KiCad, with part numbers',
    pasted: bytes(
      '"Reference","Value","MPN","Manufacturer","Quantity"\n"U1","CPU","CPU-C8-47","Northbridge","1"\n"C1 C2","100n","GRM-188","Murata","2"\n',
    ),
    lines: [
      '2: mpn CPU-C8-47, maker Northbridge, text CPU, designators U1 = 1',
      '3: mpn GRM-188, maker Murata, text 100n, designators C1 C2 = 2',
    ],
  },
  {
    name: 'KiCad, semicolons of the board',
    pasted: bytes(
      '"Id";"Designator";"Package";"Quantity";"Designation";"Supplier and ref";\n1;"C1,C2";"C_0603";2;"100n";;\n2;"D1";"SOD-123";1;"1N4148";"1N4148-1";\n',
    ),
    lines: ['2: text 100n, designators C1,C2 = 2', '3: sku 1N4148-1, text 1N4148, designators D1 = 1'],
  },
  {
    name: 'KiCad, with its preamble',
    pasted: bytes(
      '"Source:","/board/amp.kicad_sch"\n"Date:","2025-03-03"\n"Tool:","Eeschema 8.0.1"\n"Component Count:","5"\n\n"Item","Qty","Reference(s)","Value","LibPart","Footprint"\n"1","2","C1, C2","100n","Device:C","C_0603"\n"2","1","D1","1N4148-1","Device:D","SOD-123"\n',
    ),
    lines: ['7: text 100n, designators C1, C2 = 2', '8: text 1N4148-1, designators D1 = 1'],
    left: [1, 2, 3, 4],
  },
  {
    name: 'Altium, standard',
    pasted: bytes(
      '"Comment","Description","Designator","Footprint","LibRef","Quantity"\r\n"100nF","Capacitor 100 nF","C1, C2","0603","CAP","2"\r\n"1N4148-1","Switching diode","D1","SOD123","DIODE","1"\r\n',
    ),
    lines: [
      '2: text 100nF Capacitor 100 nF, designators C1, C2 = 2',
      '3: text 1N4148-1 Switching diode, designators D1 = 1',
    ],
  },
  {
    name: 'Altium, tabs, with makers and suppliers',
    pasted:
      'Line #\tName\tDescription\tDesignator\tQuantity\tManufacturer 1\tManufacturer Part Number 1\tSupplier 1\tSupplier Part Number 1\tSupplier Unit Price 1\n1\tMCU\tProcessor\tU1\t1\tNorthbridge\tCPU-C8\tNorthbridge\tCPU-C8-47\t120.50\n2\tCap\tCapacitor\tC1, C2\t2\tMurata\tGRM-188\t\t\t0.01',
    lines: [
      '2: sku CPU-C8-47, mpn CPU-C8, maker Northbridge, text MCU Processor, designators U1 = 1',
      '3: mpn GRM-188, maker Murata, text Cap Capacitor, designators C1, C2 = 2',
    ],
  },
  {
    name: 'Altium, a workbook with a title above',
    pasted: sheet([
      ['Bill of Materials', null, null, null],
      ['Project:', 'Amp.PrjPcb', null, null],
      [null, null, null, null],
      ['Designator', 'Manufacturer Part Number', 'Manufacturer', 'Quantity'],
      ['C1, C2', 'GRM-188', 'Murata', 2],
      ['U1', 'CPU-C8-47', 'Northbridge', 1],
    ]),
    lines: [
      '5: mpn GRM-188, maker Murata, designators C1, C2 = 2',
      '6: mpn CPU-C8-47, maker Northbridge, designators U1 = 1',
    ],
    left: [1, 2],
  },
  {
    name: 'a workbook with headers',
    pasted: sheet([
      ['Part number', 'Qty'],
      ['NB-E64', 200],
      ['D5U-5600-32', 1500],
    ]),
    lines: ['2: mpn NB-E64 = 200', '3: mpn D5U-5600-32 = 1500'],
  },
  {
    name: 'a workbook in German, headers in the third row',
    pasted: sheet([
      ['Bestellung 4711'],
      [],
      ['Pos.', 'Artikelnr.', 'Bezeichnung', 'Menge'],
      [1, 'NB-E64', 'DDR5 RDIMM', 200],
      [],
      [2, 'AF-120-B', 'Lüfter & Gitter', 1500],
    ]),
    lines: ['4: mpn NB-E64, text DDR5 RDIMM = 200', '6: mpn AF-120-B, text Lüfter & Gitter = 1500'],
    left: [1],
  },
  {
    name: 'a workbook without headers',
    pasted: sheet([
      ['NB-E64', 200],
      ['D5U-5600-32', 150],
    ]),
    lines: ['1: mpn NB-E64 = ?', '2: mpn D5U-5600-32 = ?'],
  },
  {
    name: 'a workbook with numbers as text',
    pasted: sheet([
      ['sku', 'Menge'],
      ['0042', '1.500'],
      ['00043', '200'],
    ]),
    lines: ['2: sku 0042 = 1500|1.5', '3: sku 00043 = 200'],
  },
  {
    name: 'EAGLE',
    pasted: bytes(
      'Qty;Value;Device;Package;Parts;Description;MPN\n2;100n;C-EUC0603;C0603;C1, C2;CAPACITOR;GRM-188\n1;;DIODE;SOD123;D1;DIODE;1N4148-1\n',
    ),
    lines: ['2: mpn GRM-188, text 100n CAPACITOR = 2', '3: mpn 1N4148-1, text DIODE = 1'],
  },
  {
    name: 'a list with items that are part numbers',
    pasted: 'Item,Qty\nNB-E64,200\nD5U-5600-32,150\n',
    lines: ['2: mpn NB-E64 = 200', '3: mpn D5U-5600-32 = 150'],
  },
];
