import * as z from "zod";

const erpStates = ["live", "copy", "absent", "unavailable"] as const;
/** Where the ERP's part of an answer comes from. */
export type ErpState = (typeof erpStates)[number];

export type ErpStateSettings = { readonly erp: { readonly states: Readonly<Record<ErpState, string>> } };

/** The site's word for where the ERP's part comes from. */
export const ErpStateWord = ({ erp: { states } }: ErpStateSettings) =>
  z.codec(z.enum(erpStates.map((state) => states[state])), z.enum(erpStates), {
    decode: (word) => erpStates.find((state) => states[state] === word) ?? z.NEVER,
    encode: (state) => states[state],
  });
