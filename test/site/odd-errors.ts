import type { Condition } from "#lib/errors.ts";
import type { Site } from "#lib/site/schema.ts";

const messages: Record<Condition, string> = {
  invalidBoxNo: "Die Kistennummer ist ungültig: {problems}.",
  invalidQuantity: "Die Menge ist ungültig: {problems}.",
  invalidZongpai: "Die Ware ist ungültig: {problems}.",
  zongpaiNotFound: "Das ERP kennt die Ware {zongpai} nicht.",
  duplicateBoxItem: "In Kiste {box_no} liegt {item} schon, mit Menge {quantity}.",
  invalidField: "Die Anfrage ist ungültig: {problems}.",
  malformedJson: "Der Inhalt muss genau ein JSON-Objekt in UTF-8 sein.",
  itemNotFound: "In Kiste {box_no} liegt {item} nicht.",
  boxNotFound: "Die Kiste {box_no} ist unbekannt.",
  boxedBeyondOrdered:
    "{zongpai}: {quantity} verlangt, von {ordered} bestellten dürfen noch {headroom} verpackt werden.",
  capExceeded: "{category} zu {zongpai}: {quantity} verlangt, noch {headroom} erlaubt.",
  categoryNotKnown: "Die Art {category} gibt es hier nicht.",
  categoryNotConfigured: "Für {zongpai} ist {category} nicht vorgesehen.",
  configuredBelowBoxed:
    "{category} zu {zongpai}: {boxed_quantity} schon verpackt, {quantity} sollten vorgesehen werden.",
  removalRefused: "Diese Arten dürfen nicht entfallen: {blocked}.",
  staleExpectedQuantity:
    "In Kiste {box_no} hat {item} die Menge {quantity} statt {expected_quantity}.",
  movedBeyondBoxed:
    "In Kiste {box_no} liegt {item} mit Menge {boxed_quantity}, umzupacken waren {quantity}.",
  idempotencyKeyReused: "Dieser Schlüssel gehört schon zu einer anderen Anfrage an {zongpai}.",
  writeConflict:
    "Zu viele Buchungen auf {zongpai} zugleich; diese Anfrage hat nichts gebucht, bitte noch einmal senden.",
  erpUnavailable:
    "Das ERP antwortet gerade nicht; diese Anfrage hat nichts gebucht, bitte noch einmal senden.",
  unsupportedMediaType: "Der Inhalt muss als application/json kommen.",
  bodyTooLarge: "Der Inhalt ist größer als die erlaubten {limit} Bytes.",
  unknownRoute: "Diese Adresse gibt es hier nicht.",
  methodNotAllowed: "Diese Adresse nimmt diese Methode nicht an.",
  unauthenticated: "Die Anfrage kam ohne gültigen Ausweis.",
  forbidden: "Dieser Ausweis erlaubt die Anfrage nicht.",
  throttled:
    "Zu viele Anfragen zugleich; diese Anfrage hat nichts gebucht, bitte noch einmal senden.",
  timeout:
    "Es kam keine Antwort; ob gebucht ist, ist ungewiss: bitte dieselbe Anfrage noch einmal senden.",
  internal: "Im Dienst ist etwas schiefgegangen; es steht im Protokoll.",
};

const speaking = (domain: string, prefix: string) => {
  const fixed = (condition: Condition, status: number) => ({
    status,
    domain,
    message: messages[condition],
  });
  const answer = (condition: Condition, status: number, code: string) => ({
    ...fixed(condition, status),
    code: `${prefix}.${code}`,
  });
  return { fixed, answer };
};

const everywhere = ({ answer }: ReturnType<typeof speaking>) => ({
  unsupportedMediaType: answer("unsupportedMediaType", 406, "inhaltsart_fremd"),
  bodyTooLarge: answer("bodyTooLarge", 431, "inhalt_zu_gross"),
  throttled: answer("throttled", 503, "ueberlastet"),
  timeout: answer("timeout", 500, "zeit_abgelaufen"),
  internal: answer("internal", 504, "innerer_fehler"),
});

const handlers = (group: ReturnType<typeof speaking>) => {
  const { fixed, answer } = group;
  return {
    ...everywhere(group),
    invalidBoxNo: fixed("invalidBoxNo", 422),
    invalidQuantity: fixed("invalidQuantity", 416),
    invalidZongpai: answer("invalidZongpai", 422, "ware_ungueltig"),
    zongpaiNotFound: answer("zongpaiNotFound", 410, "ware_unbekannt"),
    duplicateBoxItem: answer("duplicateBoxItem", 412, "posten_doppelt"),
    invalidField: answer("invalidField", 422, "feld_ungueltig"),
    malformedJson: answer("malformedJson", 418, "json_kaputt"),
    itemNotFound: answer("itemNotFound", 410, "posten_unbekannt"),
    boxNotFound: answer("boxNotFound", 410, "kiste_unbekannt"),
    capExceeded: answer("capExceeded", 451, "obergrenze"),
    categoryNotKnown: answer("categoryNotKnown", 422, "art_unbekannt"),
    staleExpectedQuantity: answer("staleExpectedQuantity", 412, "menge_veraltet"),
    idempotencyKeyReused: answer("idempotencyKeyReused", 409, "schluessel_vergeben"),
    writeConflict: answer("writeConflict", 429, "buchungsstau"),
    erpUnavailable: answer("erpUnavailable", 429, "erp_stumm"),
  };
};

const gateway = speaking("lager-tor", "tor");
const product = speaking("lager", "lager");
const accessory = speaking("zubehoer", "zubehoer");

/** The odd site's errors: other statuses, German messages, and codes and a domain of its own for each group. */
export const errors: Site["errors"] = {
  gateway: {
    ...everywhere(gateway),
    unknownRoute: gateway.answer("unknownRoute", 410, "adresse_unbekannt"),
    methodNotAllowed: gateway.answer("methodNotAllowed", 400, "methode_fremd"),
    // 401 alone holds a scanner's queue, and 403 the entries of a route: no other status is allowed here.
    unauthenticated: gateway.answer("unauthenticated", 401, "ausweis_fehlt"),
    forbidden: gateway.answer("forbidden", 403, "ausweis_reicht_nicht"),
  },
  product: {
    ...handlers(product),
    boxedBeyondOrdered: product.answer("boxedBeyondOrdered", 451, "ueber_bestellung"),
    movedBeyondBoxed: product.answer("movedBeyondBoxed", 412, "mehr_als_da"),
  },
  accessory: {
    ...handlers(accessory),
    categoryNotConfigured: accessory.answer("categoryNotConfigured", 424, "art_nicht_vorgesehen"),
    configuredBelowBoxed: accessory.answer("configuredBelowBoxed", 451, "unter_verpackter_menge"),
    removalRefused: accessory.answer("removalRefused", 423, "entfernen_gesperrt"),
  },
};
