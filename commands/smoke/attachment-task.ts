import { isListedCategory } from "#lib/domain/attachment.ts";
import { capOf } from "#lib/domain/attachment-cap.ts";
import { AttachmentConfigRequest } from "#lib/domain/attachment-config.ts";
import { fromScaled } from "#lib/domain/value.ts";
import type { Site } from "#lib/site/schema.ts";
import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import type { FieldValues } from "../contract/request.ts";
import { amountsOf, neverBoxed, whyNotBoxed } from "./box-task.ts";
import type { GoodsAndBox } from "./pairs.ts";
import { readerOn, rowOf } from "./reader.ts";
import type { WriteTask } from "./write-task.ts";
import { type CheckWriter, takeOut } from "./writer.ts";

type ConfigEntries = readonly FieldValues[];

/** Attachments of such a category are saved only where there are goods in boxes. */
const needsGoods = (category: string, site: Site): boolean =>
  capOf(category, site).rule === "boxedGoods";

/** Whether an entry in a box protects its category from removal; the evidence of one without a place is real only if a place is not needed. */
const isGuarded = ({ attachment: { removalGuard, realEvidence } }: Site): boolean =>
  removalGuard.includes("boxed") ||
  (removalGuard.includes("evidenced") && !realEvidence.includes("location"));

const neverAttached = (contract: ServiceContract): string | undefined => {
  const { removalGuard, flipsBack, categories } = contract.site.attachment;
  if (removalGuard.includes("evidenced") && !flipsBack)
    return "the removal guard protects evidence, which does not flip back: a category that was in a box stays configured";
  const allNeedGoods = categories.every(({ code }) => needsGoods(code, contract.site));
  return allNeedGoods ? neverBoxed(contract) : undefined;
};

/** The configuration that a status shows, as a request. */
const configurationOf = (lines: readonly FieldValues[]): ConfigEntries =>
  lines
    .filter(({ configured }) => configured)
    .map(({ category, configured_quantity: quantity }) => ({
      category,
      ...(quantity === undefined ? {} : { quantity }),
    }));

/** Whether a site still takes a configuration that it has recorded. */
const canConfigure = (zongpai: string, entries: ConfigEntries, site: Site): boolean =>
  entries.every(({ category }) => isListedCategory(String(category), site)) &&
  AttachmentConfigRequest(site).safeParse({ zongpai, entries }).success;

/** Configures one more category, saves an attachment of it into a box, and takes both back. */
export const attachedTask = (
  contract: ServiceContract,
  { write, putBack }: CheckWriter,
): WriteTask => {
  const { site, call, isError } = contract;
  const { heldIn, linesOf, contentsInWords, attachmentsInWords } = readerOn(contract);
  const guarded = isGuarded(site);

  const run = async (
    { goods: zongpai, box: box_no }: GoodsAndBox,
    category: string,
    own: ConfigEntries,
  ) => {
    const cap = capOf(category, site);
    const wanted = amountsOf(site);
    // Where the cap is a quantity, such as one manual a box, no more than that can be saved.
    const most = "most" in cap ? fromScaled(cap.most, site.formats.quantity.decimals) : Infinity;
    const [first, second] = [Math.min(most, wanted.first), Math.min(most, wanted.second)];
    const quantity = Math.max(first, second);
    const status = async (promise: string, values: FieldValues) => {
      const line = rowOf(await linesOf(zongpai), { category });
      const right = Object.entries(values).every(([name, value]) => line?.[name] === value);
      if (!right) throw new Error(`${promise}; the status has ${JSON.stringify(line)}`);
    };
    if (needsGoods(category, site))
      await write("post-box", { box_no, zongpai, quantity }, { undo: takeOut(box_no, zongpai) });
    const without = { zongpai, entries: own };
    await write(
      "put-attachment-config",
      { zongpai, entries: [...own, { category, quantity }] },
      {
        undo: {
          id: "put-attachment-config",
          fields: without,
          leaves: `${category} configured for ${zongpai}`,
        },
      },
    );
    await status("a configured category is in the status", { configured: true });
    const entry = { box_no, zongpai, category };
    await write(
      "post-attachment-box",
      { ...entry, quantity: first },
      { undo: takeOut(box_no, zongpai, category) },
    );
    await status("the boxed quantity is the sum of the entries", { boxed_quantity: first });
    await write("patch-attachment-box", { ...entry, quantity: second });
    await status("a changed entry changes the boxed quantity", { boxed_quantity: second });
    if (guarded) {
      const answer = await call("put-attachment-config", without);
      const error = { group: "accessory", condition: "removalRefused" } as const;
      assertPromise(isError(error, answer, answer.body), "a boxed category is protected", answer);
    } else {
      await write("put-attachment-config", without);
      await status("a removed category is not configured", { configured: false });
    }
    await putBack();
    const left = (await heldIn(box_no, zongpai)).some((row) => row.category === category);
    if (left) throw new Error("a deleted entry is gone from the box's information");
    const gone = await call("delete-attachment-box", entry);
    const error = { group: "accessory", condition: "itemNotFound" } as const;
    assertPromise(isError(error, gone, gone.body), "a deleted entry cannot be deleted again", gone);
  };

  return {
    name: guarded
      ? "an attachment is configured, saved into a box, corrected, protected and taken out"
      : "an attachment is configured, saved into a box, corrected, removed from the configuration and taken out",
    whyNever: neverAttached(contract),
    puttingBack: ["delete-attachment-box"],
    prepare: async (pair) => {
      const { goods, box } = pair;
      const lines = await linesOf(goods);
      const own = configurationOf(lines);
      if (!canConfigure(goods, own, site))
        return `the configuration of ${goods} has what the site no longer takes`;
      // Evidence stays recorded, and a category without a line shows none.
      const unused = site.attachment.categories
        .map(({ code }) => code)
        .filter((code) => !rowOf(lines, { category: code }));
      const alone = unused.find((code) => !needsGoods(code, site));
      const category = alone ?? unused[0];
      if (category === undefined) return `the status of ${goods} has every category already`;
      const why =
        alone === undefined
          ? (neverBoxed(contract) ?? (await whyNotBoxed(pair, contract)))
          : undefined;
      if (why !== undefined) return why;
      return {
        run: () => run(pair, category, own),
        inWords: async () => [
          ...(await contentsInWords(box, goods)),
          ...(await attachmentsInWords(goods)),
        ],
      };
    },
  };
};
