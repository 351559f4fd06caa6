/**
 * Every word that the pages of a site say, in its language: a missing one does not compile. `{place}` in a sentence is where a page puts
 * a code, a name or a number.
 */
export type PageWords = {
  /** The language as HTML names it, such as `en` or `zh-Hant`. */
  readonly lang: string;
  readonly worker: {
    readonly title: string;
    readonly next: string;
    readonly state: Readonly<Record<"running" | "unanswered" | "offline" | "held" | "closed", string>>;
    readonly outcome: Readonly<Record<"recorded" | "kept" | "superseded" | "refused" | "wrong-label", string>>;
  };
  readonly board: { readonly title: string; readonly area: string };
};
