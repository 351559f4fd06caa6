import { extensionFields, extensionHeaders } from "#lib/extensions.ts";
import { eventWords, type FieldName, fieldMeanings, inputSentences } from "#lib/fields.ts";
import { defineConvention } from "#lib/site/convention.ts";
import type { Site } from "#lib/site/schema.ts";

const namedAsThemselves = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { [N in Name]: N };

/** Every field and extension under its canonical name, and the key of a scan in the header of the IETF's draft. */
export const canonicalNames = defineConvention("canonicalNames", {
  fields: namedAsThemselves(Object.keys(fieldMeanings) as FieldName[]),
  extensions: Object.fromEntries([
    ...Object.entries(extensionHeaders).map(([name, { usual }]) => [name, usual]),
    ...Object.entries(extensionFields).map(([field, { answer }]) => [answer, field]),
  ]) as Record<keyof Site["extensions"], string>,
} satisfies Pick<Site, "fields" | "extensions">);

/** English words for refused fields, recorded actions, the ERP's part of an answer, and evidence. */
export const english = defineConvention("english", {
  accepts: inputSentences,
  did: eventWords,
  states: namedAsThemselves(["live", "copy", "absent", "unavailable"]),
  evidence: { present: "real", absent: "none" },
} satisfies {
  accepts: Site["accepts"];
  did: Site["history"]["did"];
  states: Site["erp"]["states"];
  evidence: Site["attachment"]["evidence"];
});

/** The German and Chinese names of demo's categories, evidence and ERP states, for the pages. */
export const german = {
  ...{ Manual: "Anleitung", Fasteners: "Schrauben", Cable: "Kabel" },
  ...{ real: "belegt", none: "offen", live: "aktuell", copy: "Kopie", absent: "fehlt" },
};
export const chinese = {
  ...{ Manual: "说明书", Fasteners: "紧固件", Cable: "电缆" },
  ...{ real: "已证实", none: "未证实", live: "实时", copy: "副本", absent: "缺少" },
};
