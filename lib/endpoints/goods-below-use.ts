import { cappedByGoods } from "../domain/attachment-cap.ts";
import type { Site } from "../site/schema.ts";

/** Whether a site keeps as many goods in boxes as their attachments use (specification §8). */
export const goodsBelowUse = (site: Site): boolean =>
  cappedByGoods(site).length > 0 && site.attachment.goodsBelowUse === "refuse";
