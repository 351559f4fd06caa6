/** The parts of the page's state that the simulation reads (`frontend/pages/src/worker/state.ts`). */
type Hand = {
  readonly mode: "shelve" | "box" | "attach" | "check";
  readonly at?: { readonly location?: string; readonly off_shelf?: true };
  readonly box_no?: string;
  readonly zongpai?: string;
  readonly category?: string;
};
export type StackedScreen = {
  readonly is: string;
  readonly label?: { readonly kind: string; readonly value: string };
  readonly of?: { readonly box_no?: string; readonly zongpai: string };
  readonly digits?: string;
};
export type Written = {
  readonly id: string;
  readonly route: string;
  readonly fields: Readonly<Record<string, unknown>>;
};
export type WorkerState = {
  readonly hand: Hand;
  /** The hands of the other modes. */
  readonly hands: Readonly<Record<string, Hand>>;
  readonly screens: readonly StackedScreen[];
  readonly input: "scanner" | "typing" | "camera";
  readonly rows: readonly { readonly entry: Written; readonly outcome: string }[];
  readonly banner?: { readonly is: string };
  readonly note?: unknown;
  readonly person?: { readonly id: string };
};
