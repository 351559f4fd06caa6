import { SiteWord } from "./value.ts";

const erpStates = ["live", "copy", "absent", "unavailable"] as const;
/** Where the ERP's part of an answer comes from. */
export type ErpState = (typeof erpStates)[number];

export type ErpStateSettings = { readonly erp: { readonly states: Readonly<Record<ErpState, string>> } };

/** The site's word for where the ERP's part comes from. */
export const ErpStateWord = ({ erp: { states } }: ErpStateSettings) => SiteWord(erpStates, states);
