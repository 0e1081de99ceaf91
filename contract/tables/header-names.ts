/** Headers that say the same in a buyer's list and in a supplier's file, as `plainHeader` spells them. Pure. */

const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** The maker of a part. */
export const MAKER_NAMES = set(
  `maker make manufacturer manufacturername mfr mfg brand brandname brands hersteller herstellername marke fabrikat fabricant
    marque fabricante marca produttore fabbricante producent marka`,
);

/** The maker's number of a part. */
export const MAKERS_NUMBER_NAMES = set(
  `mpn manufacturerpartnumber manufacturerpartno manufacturerpart manufacturerpid manufactureraid manufacturercode
    makerspartnumber makersnumber mfrpartnumber mfrpartno mfrpart mfrno mfrpn manfno mfgpartnumber mfgpartno mfgpart mfgpn
    herstellernummer herstellernr herstellerteilenummer herstellerartikelnummer referencefabricant reffabricant
    referenciafabricante codiceproduttore kodproducenta`,
);

/** What a part is sold in: pieces or packages. */
export const UNIT_NAMES = set(
  `unit uom um me unitofmeasure unitofsale salesunit sellingunit orderunit einheit einh mengeneinheit verkaufseinheit
    bestelleinheit unite unites unitedevente ud uds unidad unidaddeventa unidaddemedida unita unitadimisura unitadivendita
    jednostka jednostkamiary jm`,
);

/** Returns a header in small letters and digits alone, without accents and the prefix of Google Merchant. */
export const plainHeader = (text: string): string =>
  text
    .replace(/^g:/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '');
