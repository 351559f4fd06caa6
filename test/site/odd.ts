import { conditions } from "#lib/errors.ts";
import { defineSite } from "#lib/site/define-site.ts";
import type { Site } from "#lib/site/schema.ts";
import { en } from "#words";
import { allExtensions, usualErrors, usualSuccess } from "../../sites/conventions/http.ts";
import { canonicalNames, english } from "../../sites/conventions/names.ts";

/** Text in a made-up language: words backwards and with umlauts, placeholders unchanged. */
const twistText = (text: string): string =>
  text
    .split(" ")
    .toReversed()
    .join(" ")
    .replace(/\{\w+\}|[aeiouy]/gi, (part) =>
      part.length > 1 ? part : `${part}\u0308`.normalize(),
    );

/** The same answers, with every text twisted. */
const twistTexts = <Part extends object>(part: Part): { [Name in keyof Part]: Part[Name] } =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === "string" ? twistText(value) : twistTexts(value),
    ]),
  ) as Part;

/** Another status for each usual one, except 401 and 403, for which the form allows no other. */
const otherStatus: Readonly<Record<number, number>> = {
  ...{ 400: 422, 401: 401, 403: 403, 404: 410, 405: 400, 409: 412, 413: 431, 415: 406, 422: 409 },
  ...{ 429: 503, 500: 504, 503: 429, 504: 500 },
};

const oddMessages = twistTexts(
  Object.fromEntries(Object.entries(conditions).map(([name, { message }]) => [name, message])),
);

/** Other statuses and messages, and for each group its own codes and domain. */
const oddErrors = Object.fromEntries(
  Object.entries(
    usualErrors({ gateway: "lager-tor", product: "lager", accessory: "zubehoer" }, oddMessages),
  ).map(([group, answers]) => [
    group,
    Object.fromEntries(
      Object.entries<{ status: number; code?: string }>(answers).map(([condition, answer]) => [
        condition,
        {
          ...answer,
          status: otherStatus[answer.status],
          ...(answer.code && { code: `${group}.${answer.code}` }),
        },
      ]),
    ),
  ]),
) as Site["errors"];

const oddSuccess = Object.fromEntries(
  Object.entries(usualSuccess).map(([id, status], at) => [
    id,
    status === 200 ? 201 + (at % 3) : 202 + (at % 2),
  ]),
) as Site["success"];

const reversed = (path: string): string =>
  path
    .split("/")
    .toReversed()
    .join("/")
    .replace(/^(.*)\/$/, "/$1");

type Address = string | { readonly method: string; readonly path: string };

/** The addresses of the site, with another one for each extension that has none. */
const withTwistedExtensions = (
  routes: Omit<Site["routes"], keyof typeof allExtensions> & Partial<Site["routes"]>,
): Site["routes"] => {
  const missing = Object.entries<Address>(allExtensions).filter(([name]) => !(name in routes));
  const twisted = missing.map(([name, usual]) => [
    name,
    typeof usual === "string" ? reversed(usual) : { method: "PUT", path: reversed(usual.path) },
  ]);
  return { ...routes, ...Object.fromEntries(twisted) } as Site["routes"];
};

const noExtensions = Object.fromEntries(
  Object.keys(canonicalNames.extensions).map((name) => [name, false]),
) as Site["extensions"];

/**
 * The deliberately odd site: it answers every open point unlike `sites/demo.ts` (`odd.test.ts` compares them). The same suites run
 * on both sites, so a name, path, status or rule of demo's that someone writes into the code fails on this one.
 */
export default defineSite({
  name: "odd",
  basePath: "/lager/v3",
  routes: withTwistedExtensions({
    history: "/ware/verlauf",
    refusals: false,
    counts: false,
    overview: "/platz/uebersicht",
    clear: false,
    editBox: { method: "PUT", path: "/karton/posten/aenderung" },
    deleteBox: { method: "POST", path: "/karton/posten/storno" },
    goodsStatus: "/ware/auskunft",
    boxStatus: "/kiste/fehlendes",
    boxLocation: { method: "PATCH", path: "/kiste/platz" },
    move: { method: "PUT", path: "/karton/posten/umpacken" },
    health: "/noch/da",
    deleteFields: "body",
  }),
  fields: {
    ...twistTexts(canonicalNames.fields),
    ...{ zongpai: "ware", box_no: "kisten-nr", quantity: "Menge", category: "art" },
    ...{ items: "posten", items_quantity: "mengeDerPosten", entries: "zubehör" },
    columns: "erpSpalten",
  },
  extensions: {
    ...noExtensions,
    idempotencyKey: { header: "Scan-Nr", required: true },
    replayed: "Schon-Gefragt",
  },
  accepts: twistTexts(english.accepts),
  formats: {
    zongpai: {
      pattern: /^[a-z]{2}\.[0-9]{4,8}$/,
      accepts: "muss aus zwei Kleinbuchstaben, einem Punkt und 4 bis 8 Ziffern bestehen",
      example: "ab.1234",
    },
    boxNo: {
      pattern: /^kiste_[0-9]{1,10}$/,
      accepts: "muss mit kiste_ beginnen und auf 1 bis 10 Ziffern enden",
      example: "kiste_7",
    },
    location: {
      pattern: /^[a-zäöü]{2,8}\/[0-9]{1,3}$/u,
      accepts:
        "muss ein Bereich aus 2 bis 8 Kleinbuchstaben, ein Schrägstrich und 1 bis 3 Ziffern sein",
      example: "süd/12",
    },
    quantity: {
      least: 0.05,
      most: 5_000,
      decimals: 2,
      accepts: "muss eine Zahl von 0.05 bis 5000 mit höchstens zwei Nachkommastellen sein",
    },
  },
  location: {
    area: /^([a-zäöü]{2,8})\//u,
    areas: ["über", "süd"],
    otherAreas: { says: "der Platz muss in über oder süd liegen" },
    offShelfNote: { maxLength: 40, accepts: "darf ohne Platz höchstens 40 Zeichen haben" },
    unknownGoods: "refuse",
    maxClockAhead: 20,
  },
  scan: {
    symbologies: ["]e0", "]C1", "]E0"],
    separators: ["GS", "|"],
    trailing: ["LF"],
    unmarked: "gs1",
    links: false,
    kinds: "gs1",
    doubles: ["boxNo"],
    boxNo: [{ ai: "240", before: "kiste_" }],
    zongpai: [{ ai: "90", before: "ab." }],
    location: [{ ai: "91", before: "süd/" }],
  },
  overview: { pageSize: 7 },
  box: { beyondOrdered: "refuse", unknownBox: "refuse", pageSize: 50 },
  errors: oddErrors,
  success: oddSuccess,
  auth: { scheme: "none" },
  erp: {
    dialect: "sqlite",
    connection: false,
    boxes: {
      relation: "V_Kisten Übersicht",
      boxNo: "Kisten-Nr",
      quantity: "MENGE gesamt",
      columns: [
        { column: "Versand Art", name: "versandart" },
        { column: "LIEFER-Termin", name: "termin" },
        { column: "Gewicht in kg", name: "gewicht_kg" },
        { column: "Gefahrgut?", name: "gefahrgut" },
      ],
      day: "LIEFER-Termin",
    },
    zongpais: { relation: "v_Waren Stamm", zongpai: "Waren Nr", quantity: "Bestellte MENGE" },
    product: false,
    verifiedFor: 60,
    copyFor: 120,
    states: twistTexts(english.states),
  },
  attachment: {
    categories: [
      { code: "hülle", label: "Schutzhülle" },
      { code: "kleinteile", label: "Kleinteile" },
    ],
    evidence: { present: "belegt", absent: "offen" },
    realEvidence: ["box", "location"],
    offShelfIsLocated: true,
    flipsBack: true,
    cap: { rule: "boxedGoods", perUnit: 3 },
    unquantified: "refused",
    removalGuard: ["evidenced"],
    unconfiguredLocation: "accept",
    goodsBelowUse: "allow",
  },
  limits: { bodyBytes: 4_096 },
  history: { did: twistTexts(english.did), keepFor: 400 },
  changes: { to: "queue", who: true },
  deployment: {
    throttle: { rate: 200, burst: 400 },
    perCaller: { rate: 5, burst: 20 },
    domain: {
      name: "lager.example.org",
      stage: "local",
      certificate:
        "arn:aws:acm:eu-central-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e",
    },
  },
  pages: { path: "/seiten", words: [{ ...twistTexts(en), lang: "de" }] },
  origin: "*",
});
