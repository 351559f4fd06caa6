import type { Site } from "../site/schema.ts";

/** Whether a site keeps as many goods in boxes as their attachments use (specification §8). */
export const goodsBelowUse = ({ attachment }: Site): boolean =>
  attachment.cap.rule === "boxedGoods" && attachment.goodsBelowUse === "refuse";
