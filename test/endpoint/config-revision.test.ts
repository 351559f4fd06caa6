import { describe, expect, it } from "vitest";
import {
  answered,
  call,
  done,
  expectError,
  hasKeys,
  key,
  refused,
  wire,
} from "../support/client.ts";
import {
  category,
  configure,
  goodsWithHeadroom,
  locate,
  other,
  saveEntry,
  statusOf,
} from "../support/requests.ts";
import { boxNo, fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const revisionOf = async (goods: string) =>
  (await done("get-attachment-status", { zongpai: goods })).body.revision;

if (!site.extensions.expectedRevision)
  it("extension: no answer has a configuration's revision where the site switched it off", async () => {
    const { body } = await done("get-attachment-status", { zongpai: zongpai(fresh()) });
    expect(Object.keys(body)).toEqual(["zongpai", "categories"]);
  });

describe.runIf(site.extensions.expectedRevision)(
  "extension: the revision of a configuration",
  () => {
    const entries = [{ category, quantity: 7 }];
    /** Goods with a configuration that was saved twice. */
    const twiceConfigured = async () => {
      const goods = zongpai(fresh());
      await configure(goods, { [other]: 5 });
      await configure(goods, { [category]: 6, [other]: 5 });
      return goods;
    };

    it("is 0 before the first save, and one more after each save", async () => {
      const goods = zongpai(fresh());
      expect(await revisionOf(goods)).toBe(0);
      await done("put-attachment-config", { zongpai: goods, entries });
      expect(await revisionOf(goods)).toBe(1);
      await done("put-attachment-config", { zongpai: goods, entries });
      expect(await revisionOf(goods)).toBe(2);
    });

    it("stays unchanged when goods are located or boxed", async () => {
      const { goods } = await goodsWithHeadroom(30);
      const before = await revisionOf(goods);
      await locate(goods);
      await saveEntry(goods, boxNo(fresh()), 2);
      expect(await revisionOf(goods)).toBe(before);
    });

    it("refuses a save that expects another one, and names the current one", async () => {
      const goods = await twiceConfigured();
      const before = await statusOf(goods);
      for (const expected_revision of [0, 1, 3]) {
        const request = { zongpai: goods, entries, expected_revision };
        const { body } = await refused("staleExpectedRevision", "put-attachment-config", request);
        const said = String(body.message).split(/[\s,.]+/);
        expect(said).toEqual(expect.arrayContaining(["2", String(expected_revision)]));
      }
      expect(await statusOf(goods)).toEqual(before);
      expect(await revisionOf(goods)).toBe(2);
    });

    it("takes a save that expects the current one, also the first save", async () => {
      const goods = zongpai(fresh());
      for (const expected_revision of [0, 1])
        await done("put-attachment-config", { zongpai: goods, entries, expected_revision });
      expect(await revisionOf(goods)).toBe(2);
    });

    it("takes a save that expects none, whatever was saved meanwhile", async () => {
      const goods = await twiceConfigured();
      const { body } = await done("put-attachment-config", { zongpai: goods, entries });
      expect(body).toMatchObject({ removed: [other], changed: [category] });
    });

    it.runIf(site.extensions.dryRun)("refuses a dry run that expects another one", async () => {
      const request = { zongpai: await twiceConfigured(), entries, dry_run: true };
      const stale = { ...request, expected_revision: 1 };
      await refused("staleExpectedRevision", "put-attachment-config", stale);
      await done("put-attachment-config", { ...request, expected_revision: 2 });
    });

    it.runIf(hasKeys)(
      "answers a repeated request as before, although its revision is stale",
      async () => {
        const [request, headers] = [
          { zongpai: await twiceConfigured(), entries, expected_revision: 2 },
          key(),
        ];
        const { status, text } = await done("put-attachment-config", request, headers);
        const again = await call("put-attachment-config", request, headers);
        expect(answered(again)).toEqual([status, text, "true"]);
      },
    );

    it("refuses a revision that is no whole number from 0", async () => {
      for (const expected_revision of [-1, 1.5, "1", null]) {
        const request = { zongpai: zongpai(fresh()), entries, expected_revision };
        const { body } = await refused("invalidField", "put-attachment-config", request);
        expect(body.message).toContain(
          `${wire("expected_revision")} ${site.accepts.expectedRevision}`,
        );
      }
    });

    it("lets one of two saves pass that expect the same one at once", async () => {
      const goods = await twiceConfigured();
      const answers = await Promise.all(
        [category, other].map((code) =>
          call("put-attachment-config", {
            zongpai: goods,
            entries: [{ category: code, quantity: 9 }],
            expected_revision: 2,
          }),
        ),
      );
      const stale = answers.filter(({ status }) => status >= 400);
      expect(stale).toHaveLength(1);
      for (const answer of stale) expectError(answer, "staleExpectedRevision", "accessory");
      expect(await revisionOf(goods)).toBe(3);
    });
  },
);
