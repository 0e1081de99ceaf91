/** What headers of tables say that their columns hold, in several languages. Pure. */
import { isDozen, isPackageWord } from '#contract/matching/count-words.ts';

/**
 * Kinds of columns besides those of parts. `weak`: may be a quantity. `need`: what is needed, of which some may be there. `other`: pieces that
 * are not those to order, such as cancelled or sold ones. `successor`: the part to order in place of another. `unknown` kinds are none.
 */
export type HeaderKind =
  | 'quantity'
  | 'weak'
  | 'need'
  | 'other'
  | 'price'
  | 'stock'
  | 'pack'
  | 'perUnit'
  | 'row'
  | 'unit'
  | 'part'
  | 'own'
  | 'substitute'
  | 'successor'
  | 'unplaced'
  | 'placed'
  | 'status'
  | 'date'
  | 'sheet'
  | 'remark';

/** Whole words, and neighbours that are joined. */
const WORDS: Record<HeaderKind, string> = {
  quantity: `qty quantity qnty qnt quant pcs pieces menge anzahl stk stück stücke stückzahl bestellmenge bedarf quantité quantite qté qte
    cantidad cant quantità quantita qta ilość ilosc szt miktar adet количество колво aantal antal quantidade qtd mennyiség
    množství mnozstvi määrä cantitate unidades`,
  weak: `order ordered bestellt bestellte amount purch purchase pedido u ud uds units count buy required need needed toorder commande bestellen bestellung
    unités`,
  need: 'required requirement requirements need needed needs bedarf benötigt benötigte erforderlich requis requise necesario necesaria',
  other: `cancelled canceled cancellation cancellations returned return returns invoiced billed sold house inhouse remaining remainder rest
    balance dispatched outstanding pending reserved allocated forecast planned previous used usage consumed consumption scrap
    scrapped rejected refunded storniert stornierte storno stornomenge retourniert retournierte retoure retouren retourenmenge
    rückgabe rückgabemenge berechnet berechnete fakturiert fakturierte verkauft verkaufte restmenge offen offene verbleibend
    verbleibende versandt versandte versendet gelieferte liefermenge reserviert reservierte verbraucht verbrauch annulé annulée
    annulés annulées retourné retournée retournés retournées facturé facturée facturés facturées vendu vendue vendus vendues
    livré livrée livrés livrées expédié expédiée expédiés expédiées restant restante reste cancelado cancelada anulado anulada
    devuelto devuelta facturado facturada vendido vendida entregado entregada enviado enviada despachado despachada pendiente
    pendientes delivered shipped geliefert`,
  price: `price prices cost costs rate ext extended subtotal total tax vat usd eur gbp chf netto brutto net gross einzelpreis gesamtpreis
    preis preise gesamt summe betrag mwst prix ht ttc montant costo coste precio importe iva prezzo importo cena wartość wartosc fiyat
    fiyatı tutar kdv toplam preço valor цена сумма prijs totaal value$ unitprice extprice`,
  stock: `avail available availability backorder backordered stock hand onhand instock inventory received bestand lager lagerbestand
    giacenza disponible disponibilidad existencia existencias склад stok open`,
  pack: `min moq mult multiple pack package packaging packsize overage spq ve vpe verpackung verpackungseinheit minimum reel conditionnement
    embalaje`,
  perUnit: 'per perpcb perboard board boards pcb pro je par por each assembly',
  row: `item items pos position index idx no nr line lineno linenr lp lfd lfdnr row number id ítem № num zeile`,
  unit: `uom unit um ud uds me measure einheit mengeneinheit unité unités unidad birim jm jednostka unità eenheid un unid unidade mj jednotka
    egység enhet yksikkö`,
  part: `mpn pn part parts partnumber partno partnr itemcode itemno itemnumber code sku artikelnummer artikelnr artikel artnr article
    teilenummer teilenr material materialnummer référence reference ref referencia código codigo codice indeks index stokkodu model
    manf manfno mfrno mfr vendorpart product catno`,
  own: `customer customerno cust your ipn internal own kunden kundennr kundennummer kundenartikelnummer ihre unsere our`,
  substitute:
    'substitute substitutes alternative alternate alternatives alt ersatz ersatzteil alternativ second',
  successor: `superseded supersededby supersededto replacement replacedby replacedwith newpart newpartnumber newpartno newmpn useinstead instead successor nachfolger nachfolgeartikel
    nachfolgeteil ersetztdurch ersetzt remplacé remplacépar sustituido sustituidopor`,
  unplaced: `dnp dnf dni dns nofit nopop donotplace donotpopulate donotfit nichtbestücken nichtbestuecken excludefrombom
    excludedfrombom excludebom notfitted unfitted`,
  placed: 'fitted populate populated placed mounted install installed bestücken bestückt fit',
  status: 'status state zustand estado statut état stato stan',
  date: 'date day by datum termin liefertermin fecha data needby due eta delivery week kw lieferdatum bestelldatum',
  remark: `remark remarks comments note notes bemerkung bemerkungen kommentar kommentare hinweis hinweise anmerkung anmerkungen notiz
    notizen commentaire commentaires remarque remarques observación observaciones comentario comentarios nota notas uwagi`,
  sheet: `sheet layer x y rotation side blatt page weight gewicht kg rohs reach lead leadfree tariff compliance lifecycle revision`,
};

/** Parts of words of scripts without spaces. */
const WITHIN: Partial<Record<HeaderKind, string[]>> = {
  quantity: ['数量', '數量', '個数', '수량', 'الكمية', 'العدد'],
  price: [
    '单价',
    '單價',
    '金额',
    '金額',
    '単価',
    '小計',
    '小计',
    '合计',
    '價',
    '价',
    '가격',
    '금액',
    'سعر',
    'الإجمالي',
    'الضريبة',
    'الإيرادات',
  ],
  stock: ['库存', '在庫', '재고'],
  row: ['序号', '番号', 'بند'],
  unit: ['单位', '單位', '単位'],
  part: ['型号', '型番', '型號', '品番', '料号'],
  own: ['客户', '客戶'],
};

const KINDS = new Map<string, HeaderKind[]>();
for (const [kind, words] of Object.entries(WORDS) as [HeaderKind, string][])
  for (const word of words.split(/\s+/)) KINDS.set(word, [...(KINDS.get(word) ?? []), kind]);

/** Words of a header that are looked at, and neighbours that are joined. */
const MOST_WORDS = 12;
const MOST_JOINED = 4;

/** Returns the words of a header in lower case; '#' is one, as a number. */
export const headerWords = (header: string): string[] =>
  header
    .normalize('NFKC')
    .slice(0, 200)
    .replaceAll('#', ' no ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}№$]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

/** Returns what a header says; nothing of one that is not known. */
export function kindsOf(header: string): Set<HeaderKind> {
  const words = headerWords(header);
  const kinds = new Set<HeaderKind>();
  for (const from of words.keys())
    for (let to = from + 1; to <= Math.min(words.length, from + MOST_JOINED); to += 1)
      for (const kind of KINDS.get(words.slice(from, to).join('')) ?? []) kinds.add(kind);
  for (const [kind, parts] of Object.entries(WITHIN) as [HeaderKind, string[]][])
    if (parts.some((part) => header.includes(part))) kinds.add(kind);
  if (/[$€£¥]/.test(header)) kinds.add('price');
  // 'Exclude from Board' is about the board alone, and 'Do not fit' is no 'fit'.
  if (kinds.has('unplaced') || words[0] === 'exclude' || words[0] === 'not') kinds.delete('placed');
  return kinds;
}

/** Kinds beside which a number is no quantity, whatever else its header says. */
const NEVER: readonly HeaderKind[] = ['price', 'stock', 'pack', 'perUnit', 'date', 'sheet', 'own'];

/** What may stand beside 'quantity' and leaves it what is to be ordered: any other word, as in 'Qty damaged', may make it another one. */
const BESIDE = new Set(
  `to total totals gesamt overall of in the de la le à a du des en req reqd requested request rfq po bom line final your this new
    bestellte bestellt angefragt angefragte gewünscht gewünschte benötigt benötigte commandée commandées demandée demandées souhaitée
    pedida solicitada requerida ordinata richiesta zamówiona zamawiana ext k thousand thousands tausend tsd mil mille`.split(
    /\s+/,
  ),
);
const BESIDE_KINDS: readonly HeaderKind[] = ['quantity', 'weak', 'need', 'unit', 'row', 'part'];

/** The same in scripts without spaces: '采购数量' is to be bought, '损坏数量' is damaged. */
const BESIDE_WITHIN = [
  '采购',
  '採購',
  '订购',
  '訂購',
  '订单',
  '需求',
  '购买',
  '总',
  '總',
  '発注',
  '注文',
  '주문',
  '발주',
  '購入',
];

function isBesideQuantity(word: string): boolean {
  const within = WITHIN.quantity!.find((part) => word.includes(part));
  if (within !== undefined)
    return [within, ...BESIDE_WITHIN].reduce((rest, part) => rest.replace(part, ''), word) === '';
  if (isPackageWord(word) || isDozen(word)) return true;
  // 'Qty A' is of one of several; 'Qty (m)' are metres, and 'Menge / 10' are tens.
  if (BESIDE.has(word) || /^(?![glmt])\p{L}$/u.test(word)) return true;
  const kinds = kindsOf(word);
  return BESIDE_KINDS.some((kind) => kinds.has(kind));
}

/**
 * Returns whether a header says that its column is of quantities: `strong`, or `weak` where it may be of something else, as a word
 * that is not known beside it may say.
 */
export function quantityOf(header: string): 'strong' | 'weak' | undefined {
  const whole = kindsOf(header);
  // 'Total qty' is no price.
  const kinds = whole.has('quantity') ? kindsOf(header.replace(/\b(?:total|gesamt|ext)\b/gi, ' ')) : whole;
  if (NEVER.some((kind) => kinds.has(kind))) return undefined;
  if (kinds.has('quantity'))
    return !kinds.has('other') && headerWords(header).every(isBesideQuantity) ? 'strong' : 'weak';
  return kinds.has('weak') && !kinds.has('row') && !kinds.has('part') ? 'weak' : undefined;
}

/** Whether a header says that its column is the total of others: 'Total qty'. */
export const isTotalOf = (header: string) =>
  headerWords(header).some((word) => TOTALS.has(word) || word.startsWith('gesamt'));

/** Whether a header says that its column is a total, and not of what: of money or of pieces. */
export const isBareTotal = (header: string) => {
  const words = headerWords(header);
  return words.length > 0 && words.every((word) => TOTALS.has(word) || word === 'gesamt');
};

const TOTALS = new Set('total totals sum summe overall totale'.split(' '));

/** Whether a header is a name of quantities and nothing else: 'Qty', not 'Qty Jan'. */
export const isPlainQuantity = (header: string) =>
  headerWords(header).every((word) => kindsOf(word).has('quantity'));
