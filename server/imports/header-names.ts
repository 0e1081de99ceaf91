/** What suppliers and other shops call the fields: in English, German, French, Spanish, Italian and Polish; see `plainHeader`. */
import type { FieldName } from '#contract/imports/fields.ts';
import { MAKER_NAMES, MAKERS_NUMBER_NAMES } from '#contract/tables/header-names.ts';

const NAMES: Partial<Record<FieldName, string>> = {
  sku: `partnumber partno part articlenumber articleno itemnumber itemno productcode itemcode articlecode
    productnumber productno stockcode variantsku skucode productcodesku internalreference defaultcode supplierpid
    supplieraid artikelnummer artikelnr artnr artnummer bestellnummer bestellnr teilenummer teilenr
    produktnummer materialnummer sachnummer reference refarticle referencearticle codearticle
    referenceproduit referenceinterne referencia codigo codigoarticulo codigoproducto referenciainterna
    codigodearticulo codicearticolo codice codiceprodotto riferimento riferimentointerno indeks kodproduktu
    numerkatalogowy symbol kodtowaru odnosnikwewnetrzny`,
  name: `productname title product itemname articlename displayname descriptionshort bezeichnung
    artikelbezeichnung artikelname produktname titel benennung nom nomduproduit designation libelle titre
    intitule nombre nombredelproducto titulo denominacion articulo nome nomeprodotto titolo denominazione
    articolo nazwa nazwaproduktu nazwatowaru tytul`,
  details: `shortdetails description shortdescription descriptionlong longdescription bodyhtml summary
    salesdescription descriptionsale beschreibung kurzbeschreibung artikelbeschreibung langtext
    descriptioncourte descriptif resume descripcion descripcioncorta resumen descrizione descrizionebreve
    riepilogo opis krotkiopis podsumowanie`,
  ean: `gtin upc barcode eancode ean13 gtin13 eanupc variantbarcode internationalpid gtinupceanorisbn strichcode
    barcodenummer eannummer codebarre codebarres codigodebarras codiceabarre kodkreskowy kodean`,
  category: `productcategory group productgroup categories producttype categid categoryname categorypath
    categoriesxyz kategorie kategorien warengruppe produktgruppe artikelgruppe produktkategorie categorie
    categoriedeproduit famille rubrique categoria categorias familia categorie categoriaprodotto famiglia
    kategoria kategorie kategoriaproduktu`,
  price: `unitprice listprice baseprice netprice regularprice variantprice salesprice saleprice1 pricetaxexcluded
    priceexclvat priceamount priceeach lstprice netlistprice netcustomerprice preis einzelpreis nettopreis
    listenpreis verkaufspreis stuckpreis preisnetto regularerpreis prix prixunitaire prixht prixhorstaxe
    prixdevente tarif tarifregulier prixttcexclu precio preciounitario preciodeventa precioneto precionormal
    precioimpuestosexcluidos prezzo prezzounitario prezzodivendita prezzonetto prezzodilistino
    prezzotasseescluse cena cenajednostkowa cenanetto cenasprzedazy cenaregularna`,
  price_breaks: 'quantitybreaks tierprices volumeprices scaleprices pricebreak staffelpreise staffel',
  minimum: `minorder moq minimumorderquantity minimumquantity minqty minquantity minimumorder minimalquantity
    quantitymin mindestmenge mindestbestellmenge quantiteminimale quantiteminimum cantidadminima
    quantitaminima minimalnailosc`,
  multiple: 'ordermultiple orderincrement packmultiple quantityinterval multipledecommande losgrosse',
  counted: 'countedstock stockcounted count gezahlt inventurbestand',
  expected: 'expectedstock stockexpected shelfexpected',
  added: 'addedstock stockadded received goodsreceived difference stockchange',
  reorder_point: 'reorderlevel reorderat minimumstock minstock safetystock meldebestand',
  bin: 'binlocation stocklocation storagebin lagerplatz emplacement ubicacion ubicazione',
  lead_days: `leadtime leadtimedays shipsindays deliverytime lieferzeit lieferzeittage delaidelivraison plazodeentrega
    tempodiconsegna czasdostawy`,
  lifecycle: 'lifecyclestatus productstatus',
  package: 'packagename packaging packedin verpackung conditionnement embalaje confezione',
  package_pieces: 'piecesperpackage packagequantity packqty packsize verpackungseinheit vpe',
  weight_grams: `weight grossweight netweight variantgrams weightvalue shippingweight packageweight gewicht poids peso
    waga`,
  image: `picture imageurl pictureurl photo images imagesrc imagelink baseimage mainimage imageurls imageurlsxyz
    productimageurl mimesource bild bilder bildurl produktbild imagen imagenes foto immagine immagini
    urldesimages urlimages urlsimages urlimmagine zdjecie obrazek zdjecia obrazy`,
  more_images: 'morepictures additionalimages additionalimagelink weiterebilder autresimages',
  substitutes: 'substituteparts alternatives alternativeparts replacements replacedby alternativen',
  published: `active active01 isactive productonline publishedononlinestore isinactive0 enabled veroffentlicht aktiv
    aktiv01 publie actif actif01 publicado activo activo01 pubblicato attivo attivo01 opublikowano aktywny
    aktywny01`,
  price_per: `pe priceunit pricequantity priceper pricebasis perquantity unitofprice preiseinheit preismenge preispro
    preisbasis prixpar uniteprix unitadiprezzo`,
  currency: 'pricecurrency currencycode wahrung devise moneda divisa valuta waluta',
};

/** Shops call the maker so; to a buyer it is who sells. */
const VENDOR = ['vendor'];

const split = (names: string): readonly string[] => names.split(/\s+/);

/** The names of each field. */
export const HEADER_NAMES: Partial<Record<FieldName, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(NAMES).map(([field, names]) => [field, split(names)])),
  maker: [...MAKER_NAMES, ...VENDOR],
  mpn: [...MAKERS_NUMBER_NAMES],
};

/** Columns of stock that do not say whether they count what is there or what came. */
export const STOCK_NAMES: readonly string[] = split(
  `stock qty quantity onhand inventory stocklevel stockqty stockquantity quantityonhand qtyavailable
    availablequantity availableqty available availablestock instock quantityinstock variantinventoryqty
    inventoryquantity quantityavailable forecastedquantity bestand lagerbestand lager menge anzahl verfugbar
    verfugbarerbestand quantite quantitedisponible enstock stockdisponible cantidad existencias inventario
    quantita giacenza disponibilita magazzino ilosc stan stanmagazynowy magazyn zapas`,
);

/** Columns of the units of weights. */
export const WEIGHT_UNIT_NAMES: ReadonlySet<string> = new Set(
  split(
    'weightunit unitofweight weightuom gewichtseinheit unitedepoids unidaddepeso unitadipeso jednostkawagi',
  ),
);
