import type {
  AttachmentLocationResponse,
  AttachmentLocationStore,
} from "../domain/attachment-location.ts";
import { placeAnswer } from "../domain/location.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf } from "./attributes.ts";
import type { Table } from "./client.ts";
import type { Change } from "./expression.ts";
import { goodsSeen, updateGoods, verification } from "./goods.ts";
import { registerPlace } from "./locations.ts";

/** Where attachments are, as for products; and the goods row keeps which of them are located. */
export const attachmentLocationStore = (table: Table, site: Site): AttachmentLocationStore => ({
  register: async (move, operation, check) => {
    const { configured, located } = attributesOf(move.category);
    const onlyConfigured = site.attachment.unconfiguredLocation === "refuse";
    const isLocated = !move.off_shelf || site.attachment.offShelfIsLocated;
    const change: Change = {
      ...(isLocated ? { set: { [located]: true } } : { remove: [located] }),
      when: onlyConfigured ? [{ present: configured }] : [],
    };
    const outcome = await registerPlace<AttachmentLocationResponse, "goods">(
      table,
      move,
      operation,
      site,
      {
        answer: (newest) => ({ ...placeAnswer(newest), category: move.category }),
        // Closes the race with a configuration that removes the category, also where the guard protects a located one.
        others: [
          {
            name: "goods",
            action: updateGoods(
              move.zongpai,
              change,
              check ? verification(operation.at, check, site) : {},
            ),
          },
        ],
      },
    );
    if (outcome.kind === "recorded") return outcome;
    const goods = outcome.failed.get("goods");
    return onlyConfigured && goods?.[configured] === undefined
      ? { kind: "notConfigured" }
      : { kind: "unverified", seen: goodsSeen(goods) };
  },
});
