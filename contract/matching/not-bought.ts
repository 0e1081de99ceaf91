/** Words that say that a part is not placed on the board, so not bought. Pure. */

const WHOLE =
  /^(?:dnp|dnf|dni|dns|dnl|nf|np|n\/f|n\/p|not (?:fitted|placed|populated|installed|mounted|used|ordered)|unfitted|unplaced|unpopulated|no ?fit|no ?pop|no ?stuff|do(?:n't| not|nt) (?:place|populate|fit|install|mount|stuff|buy|order)|(?:nicht|un) ?(?:bestücken|bestückt|bestuecken|bestueckt)|nicht (?:kaufen|bestellen))$/i;

const WITHIN =
  /(?:^|[^\p{L}\p{N}-])(?:dnp|dnf|dni|not (?:fitted|placed|populated|installed|mounted)|do(?:n't| not|nt) (?:place|populate|fit|install|mount|stuff|buy|order)|nicht (?:bestücken|bestückt|bestuecken|bestueckt|kaufen|bestellen))(?![\p{L}\p{N}-])/iu;

/** Returns whether a cell says that the part is not bought: 'DNP', 'Not fitted', 'do not place', 'nicht bestücken'. */
export const isNotBought = (cell: string) => WHOLE.test(cell.trim().replace(/^[([]|[)\].!]$/g, ''));

const CALLED_OFF =
  /~~|[❌✗✘🚫⛔]|(?:^|[^\p{L}\p{N}-])(?:delete|remove|skip|ignore|return|rma|out|streichen|gestrichen|supprimer|eliminar|cancel|cancelled|canceled|cancellation|storno|storniert|stornieren|entfällt|annulé|annuler|anulado|anular|annullato|returned|on hold|replaced|superseded|substituted|ersetzt|remplacé|sustituido|no longer (?:needed|required)|already (?:ordered|bought|delivered|received)|(?:bereits|schon) (?:bestellt|geliefert)|déjà (?:commandé|livré)|ya (?:pedido|entregado))(?![\p{L}\p{N}-])/iu;

/**
 * Returns whether a line calls its part off or says that another one has its place, so that nothing of it is offered alone:
 * 'please cancel 500 NB-E64', '~~NB-E64~~', '❌ NB-E64', 'NB-E64 replaced by NB-E32'.
 */
export const isCalledOff = (line: string) => saysNotBought(line) || CALLED_OFF.test(line.slice(0, 1_000));

const CHANGING =
  /\d|(?:^|[^\p{L}])(?:only|just|instead|not|no|later|wait|delete|remove|less|more|half|double|twice|stop|changed?|increase|reduce|nur|statt|nicht|kein\p{L}{0,2}|später|weniger|mehr|halb\p{L}{0,2}|doppelt\p{L}{0,2}|streichen|seulement|pas|moins|plus|moitié|double|solo|menos|más|mitad|doble)(?!\p{L})/iu;

/** Returns whether a remark beside a quantity may change it: 'make it 200', 'only half', 'on hold'. */
export const mayChange = (remark: string) => isCalledOff(remark) || CHANGING.test(remark.slice(0, 1_000));

/** Returns whether a line of text says so beside its part. */
export const saysNotBought = (line: string) => WITHIN.test(line.slice(0, 1_000));
