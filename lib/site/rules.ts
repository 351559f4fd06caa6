import { identifierOf } from "#labels/identifiers.ts";
import { extensionFields } from "../extensions.ts";
import { healthPathOf, routesOf } from "../routes.ts";
import { isPathWithin } from "./addresses.ts";
import { checkCaps, checkErrorAnswers, checkQuantities, checkWords } from "./answer-rules.ts";
import { isAnchored, overlapOf } from "./automata.ts";
import { checkCommandLabels, checkLabels, checkPatterns, checkScanKinds } from "./pattern-rules.ts";
import { repeatedEntryFaults, repeatedItemFaults, type SiteRule } from "./rule.ts";
import { isExtensionField, isKeyRequired, keyHeaderOf, wireNames } from "./wire-names.ts";

const checkFieldNames: SiteRule = function* (site) {
  const answers = wireNames(site).map(([field, name]) => {
    const path = isExtensionField(field)
      ? `extensions.${extensionFields[field].answer}`
      : `fields.${field}`;
    return [path, name] as const;
  });
  yield* repeatedEntryFaults(answers, (name) => `"${name}" is already the name of another field`);
};

/** Headers that the gateway, HTTP clients or this service already use. */
const takenHeaders =
  "accept allow authorization cache-control connection content-length content-type cookie date host origin retry-after set-cookie transfer-encoding user-agent x-api-key".split(
    " ",
  );

const checkKeyHeaders: SiteRule = function* (site) {
  const { replayed } = site.extensions;
  const header = keyHeaderOf(site);
  const replayedHeader = (replayed || "").toLowerCase();
  if (replayedHeader && takenHeaders.includes(replayedHeader))
    yield ["extensions.replayed", "HTTP, the gateway or this service already uses this header"];
  if (!header) {
    const noKey = "there is no idempotency key (extensions.idempotencyKey), so the service";
    if (replayedHeader) yield ["extensions.replayed", `${noKey} replays no answer`];
    if (site.routes.refusals) yield ["routes.refusals", `${noKey} keeps no refusal`];
    return;
  }
  const keyHeader = header.toLowerCase();
  if (takenHeaders.includes(keyHeader))
    yield [
      `extensions.idempotencyKey${isKeyRequired(site) ? ".header" : ""}`,
      "HTTP, the gateway or this service already uses this header",
    ];
  if (replayedHeader === keyHeader)
    yield ["extensions.replayed", "is also the name of the key's header"];
};

const checkValuesHeader: SiteRule = function* (site) {
  const { refusalValues, replayed } = site.extensions;
  if (!refusalValues) return;
  const path = "extensions.refusalValues";
  const isSame = (other: string | false) =>
    other !== false && other.toLowerCase() === refusalValues.toLowerCase();
  if (takenHeaders.some(isSame))
    yield [path, "HTTP, the gateway or this service already uses this header"];
  if (isSame(replayed)) yield [path, "is also the name of extensions.replayed"];
  if (isSame(keyHeaderOf(site))) yield [path, "is also the name of the key's header"];
};

const checkCredentials: SiteRule = function* ({ auth, pages }) {
  if (auth.scheme === "iam" && pages)
    yield ["pages", "do not work with IAM, because a browser has no AWS credentials"];
  if (auth.scheme === "apiKey") yield* repeatedItemFaults("auth.keys", auth.keys);
  if (auth.scheme === "jwt" && pages && !auth.signIn)
    yield ["auth.signIn", "where do people sign in to the pages?"];
};

const checkRoles: SiteRule = function* (site) {
  const { auth } = site;
  if (auth.scheme === "none" || !auth.allowed) return;
  const { roles } = auth.allowed;
  const served = routesOf(site).map(({ id }) => id);
  for (const [role, ids] of Object.entries(roles))
    for (const id of ids)
      if (!served.includes(id)) yield [`auth.allowed.roles.${role}`, `"${id}" is not served`];
  if (auth.scheme !== "apiKey" || !("keys" in auth.allowed)) return;
  for (const key of auth.keys)
    if (!Object.hasOwn(auth.allowed.keys, key))
      yield ["auth.allowed.keys", `which role has the key "${key}"?`];
  for (const [key, role] of Object.entries(auth.allowed.keys)) {
    const path = `auth.allowed.keys.${key}`;
    if (!auth.keys.includes(key)) yield [path, "is not among auth.keys"];
    if (!Object.hasOwn(roles, role)) yield [path, `"${role}" is not among auth.allowed.roles`];
  }
};

/** Secrets Manager adds this to the name of a secret. A function cannot read the secret without it. */
const secretEnding = /-[A-Za-z0-9]{6}$/;

const notWholeArn = "is not the whole ARN, which ends in a hyphen and six characters";

const checkErp: SiteRule = function* ({ erp: { dialect, connection } }) {
  if (dialect === "sqlite" && connection)
    yield ["erp.connection", "SQLite reads a file and has no server, so the answer must be false"];
  if (dialect !== "sqlite" && !connection)
    yield ["erp.connection", `where is the ${dialect} server?`];
  if (!connection || !("secret" in connection.password)) return;
  if (!secretEnding.test(connection.password.secret))
    yield ["erp.connection.password.secret", notWholeArn];
};

/** Characters that an EventBridge pipe does not escape. */
const notInPipe = /^[\s\S]*["\\][\s\S]*$/;
/** Characters that a queue refuses in a message group id, and characters whose escapes could make it too long. */
const notInGroup = /^[\s\S]*[^!$&-[\]-}][\s\S]*$/;

const checkChanges: SiteRule = function* ({ changes, formats }) {
  if (!changes) return;
  const { to } = changes;
  if (typeof to === "object" && !secretEnding.test(to.secret))
    yield ["changes.to.secret", notWholeArn];
  const [refused, taken] =
    to === "queue"
      ? ([notInGroup, 'only ASCII, without space, ", #, %, \\ and ~'] as const)
      : ([notInPipe, 'no " and no \\'] as const);
  for (const name of ["zongpai", "boxNo"] as const) {
    const { pattern } = formats[name];
    const overlap = isAnchored(pattern) ? overlapOf(pattern, refused) : "none";
    if (typeof overlap === "object")
      yield ["changes.to", `accepts ${taken}, but formats.${name} accepts "${overlap.both}"`];
  }
};

/** Each application identifier is known, and holds only one field. */
const checkIdentifiers: SiteRule = function* ({ scan }) {
  const sources = (["boxNo", "zongpai", "location"] as const).flatMap((field) =>
    scan[field].map(({ ai }, index) => [`scan.${field}.${index}.ai`, ai] as const),
  );
  for (const [path, ai] of sources)
    if (identifierOf(ai) !== ai) yield [path, `${ai} is not a GS1 application identifier`];
  yield* repeatedEntryFaults(sources, (ai) => `${ai} already holds another field`);
};

/** Only a box that has places can leave, because a later place ends that. */
const checkBoxPlaces: SiteRule = function* ({ routes: { boxLocation, clearBox } }) {
  if (clearBox && !boxLocation)
    yield ["routes.clearBox", "boxes have no places (routes.boxLocation), so none is cleared"];
};

/** No two routes share an address. Only `get-me`, which the pages call, may be inside their path. */
const checkAddresses: SiteRule = function* (site) {
  const { pages, basePath } = site;
  const served = routesOf(site);
  yield* repeatedEntryFaults(
    served.map(({ id, method, path }) => [`routes (${id})`, `${method} ${path}`] as const),
    (address) => `${address} is the address of another route`,
  );
  for (const { id, path } of served)
    if (pages && id !== "get-me" && isPathWithin(path, basePath + pages.path))
      yield [`routes (${id})`, `${path} is inside the address of the pages`];
  const health = healthPathOf(site);
  if (health === undefined) return;
  if (served.some(({ path }) => path === health))
    yield ["routes.health", `${health} is the path of a route`];
  if (pages && isPathWithin(health, basePath + pages.path))
    yield ["routes.health", `${health} is inside the address of the pages`];
};

export const siteRules: readonly SiteRule[] = [
  checkFieldNames,
  checkKeyHeaders,
  checkValuesHeader,
  checkAddresses,
  checkBoxPlaces,
  checkPatterns,
  checkQuantities,
  checkCaps,
  checkErrorAnswers,
  checkCredentials,
  checkRoles,
  checkWords,
  checkErp,
  checkChanges,
  checkIdentifiers,
  checkLabels,
  checkScanKinds,
  checkCommandLabels,
];
