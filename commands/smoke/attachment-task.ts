import { isListedCategory } from "#lib/domain/attachment.ts";
import { capOf } from "#lib/domain/attachment-cap.ts";
import { AttachmentConfigRequest } from "#lib/domain/attachment-config.ts";
import { fromScaled } from "#lib/domain/value.ts";
import type { Site } from "#lib/site/schema.ts";
import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import type { FieldValues } from "../contract/request.ts";
import { amountsOf, whyNeverBoxed, whyNotBoxed } from "./box-task.ts";
import type { GoodsAndBox } from "./pairs.ts";
import { readerOn, rowOf } from "./reader.ts";
import type { WriteTask } from "./write-task.ts";
import { type CheckWriter, takeOut, type UndoRequest } from "./writer.ts";

type ConfigEntries = readonly FieldValues[];

/** Whether attachments of a category can be saved only if goods are in boxes. */
const needsGoods = (category: string, site: Site): boolean =>
  capOf(category, site).rule === "boxedGoods";

/**
 * Whether an entry in a box protects its category from removal. Evidence without a place counts as real only if the site needs no place.
 */
const isGuarded = ({ attachment: { removalGuard, realEvidence } }: Site): boolean =>
  removalGuard.includes("boxed") ||
  (removalGuard.includes("evidenced") && !realEvidence.includes("location"));

/** The reason why the checks never save attachments on a site, if there is one. */
const whyNeverAttached = (contract: ServiceContract): string | undefined => {
  const { removalGuard, flipsBack, categories } = contract.site.attachment;
  if (removalGuard.includes("evidenced") && !flipsBack)
    return "the removal guard protects evidence, which does not flip back, so a category that was in a box stays configured";
  const allNeedGoods = categories.every(({ code }) => needsGoods(code, contract.site));
  return allNeedGoods ? whyNeverBoxed(contract) : undefined;
};

/** Converts the configuration in a status into a request. */
const configurationOf = (lines: readonly FieldValues[]): ConfigEntries =>
  lines
    .filter(({ configured }) => configured)
    .map(({ category, configured_quantity: quantity }) =>
      quantity === undefined ? { category } : { category, quantity },
    );

/** Whether a site still accepts a configuration that it has recorded. */
const canConfigure = (zongpai: string, entries: ConfigEntries, site: Site): boolean =>
  entries.every(({ category }) => isListedCategory(String(category), site)) &&
  AttachmentConfigRequest(site).safeParse({ zongpai, entries }).success;

/** Configures one more category, saves an attachment of it into a box, and undoes both. */
export const attachmentTask = (
  contract: ServiceContract,
  { write, putBack }: CheckWriter,
): WriteTask => {
  const { site, call, isError } = contract;
  const { readContents, readStatusLines, describeContents, describeAttachments } =
    readerOn(contract);
  const isProtected = isGuarded(site);

  const run = async (
    { goods: zongpai, box: box_no }: GoodsAndBox,
    category: string,
    ownEntries: ConfigEntries,
  ) => {
    const cap = capOf(category, site);
    const amounts = amountsOf(site);
    // A cap that is a quantity, such as one manual a box, limits what can be saved.
    const limit = "most" in cap ? fromScaled(cap.most, site.formats.quantity.decimals) : Infinity;
    const first = Math.min(limit, amounts.first);
    const second = Math.min(limit, amounts.second);
    const quantity = Math.max(first, second);
    const requireStatus = async (promise: string, values: FieldValues) => {
      const line = rowOf(await readStatusLines(zongpai), { category });
      const isKept = Object.entries(values).every(([name, value]) => line?.[name] === value);
      if (!isKept) throw new Error(`${promise}; the status has ${JSON.stringify(line)}`);
    };
    if (needsGoods(category, site))
      await write("post-box", { box_no, zongpai, quantity }, { undo: takeOut(box_no, zongpai) });
    const withoutCategory = { zongpai, entries: ownEntries };
    const withCategory = { zongpai, entries: [...ownEntries, { category, quantity }] };
    const undo: UndoRequest = {
      id: "put-attachment-config",
      fields: withoutCategory,
      leaves: `${category} configured for ${zongpai}`,
    };
    await write("put-attachment-config", withCategory, { undo });
    await requireStatus("a configured category is in the status", { configured: true });
    const entry = { box_no, zongpai, category };
    await write(
      "post-attachment-box",
      { ...entry, quantity: first },
      { undo: takeOut(box_no, zongpai, category) },
    );
    await requireStatus("the boxed quantity is the sum of the entries", { boxed_quantity: first });
    await write("patch-attachment-box", { ...entry, quantity: second });
    await requireStatus("a changed entry changes the boxed quantity", { boxed_quantity: second });
    if (isProtected) {
      const answer = await call("put-attachment-config", withoutCategory);
      const error = { group: "accessory", condition: "removalRefused" } as const;
      assertPromise(isError(error, answer, answer.body), "a boxed category is protected", answer);
    } else {
      await write("put-attachment-config", withoutCategory);
      await requireStatus("a removed category is not configured", { configured: false });
    }
    await putBack();
    const rows = await readContents(box_no, zongpai);
    if (rows.some((row) => row.category === category))
      throw new Error("a deleted entry is no longer in the box information");
    const secondDeletion = await call("delete-attachment-box", entry);
    const error = { group: "accessory", condition: "itemNotFound" } as const;
    assertPromise(
      isError(error, secondDeletion, secondDeletion.body),
      "a deleted entry cannot be deleted again",
      secondDeletion,
    );
  };

  return {
    name: isProtected
      ? "an attachment is configured, saved into a box, corrected, protected and taken out"
      : "an attachment is configured, saved into a box, corrected, removed from the configuration and taken out",
    whyNever: whyNeverAttached(contract),
    undoRoutes: ["delete-attachment-box"],
    prepare: async (pair) => {
      const { goods, box } = pair;
      const lines = await readStatusLines(goods);
      const ownEntries = configurationOf(lines);
      if (!canConfigure(goods, ownEntries, site))
        return `the configuration of ${goods} has a category that the site no longer accepts`;
      // Evidence stays recorded. Use a category without a line, because then no status shows its evidence.
      const unusedCategories = site.attachment.categories
        .map(({ code }) => code)
        .filter((code) => !rowOf(lines, { category: code }));
      const categoryWithoutGoods = unusedCategories.find((code) => !needsGoods(code, site));
      const category = categoryWithoutGoods ?? unusedCategories[0];
      if (category === undefined) return `the status of ${goods} has every category`;
      if (categoryWithoutGoods === undefined) {
        const reason = whyNeverBoxed(contract) ?? (await whyNotBoxed(pair, contract));
        if (reason !== undefined) return reason;
      }
      return {
        run: () => run(pair, category, ownEntries),
        describeState: async () => [
          ...(await describeContents(box, goods)),
          ...(await describeAttachments(goods)),
        ],
      };
    },
  };
};
