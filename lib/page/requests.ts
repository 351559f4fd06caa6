import type * as z from "zod";
import type * as scanner from "#scanner/client/requests.ts";
import type { v1 } from "../routes.ts";

type Rows = typeof v1;

/** What each route takes and answers under canonical names, as it travels. */
export type Requests = {
  readonly [Id in keyof Rows]: {
    readonly kind: Rows[Id]["kind"];
    readonly fields: z.input<ReturnType<Rows[Id]["input"]>>;
    readonly answer: z.input<ReturnType<Rows[Id]["output"]>>;
  };
};
export type WriteId = scanner.WriteId<Requests>;
export type ReadId = scanner.ReadId<Requests>;
export type Fields<Id extends keyof Requests> = Requests[Id]["fields"];
export type Answer<Id extends keyof Requests> = Requests[Id]["answer"];
