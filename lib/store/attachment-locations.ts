import type { AttachmentSettings } from "../domain/attachment.ts";
import type { AttachmentLocationResponse, AttachmentLocationStore } from "../domain/attachment-location.ts";
import { placeAnswer } from "../domain/location.ts";
import { attributesOf } from "./attributes.ts";
import type { Table } from "./client.ts";
import type { Change } from "./expression.ts";
import { updateGoods } from "./goods.ts";
import type { PlaceSettings } from "./keys.ts";
import { registerPlace } from "./locations.ts";

/** Where attachments are, as for products; and the goods row keeps which of them are located. */
export const attachmentLocationStore = (table: Table, site: AttachmentSettings & PlaceSettings): AttachmentLocationStore => ({
  register: async (move, operation) => {
    const { configured, located } = attributesOf(move.category);
    const isLocated = !move.off_shelf || site.attachment.offShelfIsLocated;
    const change: Change = {
      ...(isLocated ? { set: { [located]: true } } : { remove: [located] }),
      when: site.attachment.unconfiguredLocation === "refuse" ? [{ present: configured }] : [],
    };
    const outcome = await registerPlace<AttachmentLocationResponse, "configured">(table, move, operation, site, {
      answer: (newest) => ({ ...placeAnswer(newest), category: move.category }),
      // Closes the race with a configuration that removes the category, also where the guard protects a located one.
      others: [{ name: "configured", action: updateGoods(move.zongpai, change) }],
    });
    return outcome.kind === "recorded" ? outcome : { kind: "notConfigured" };
  },
});
