import { describe, expect, it } from "vitest";
import {
  answered,
  call,
  done,
  hasKeys,
  key,
  refused,
  requestOf,
  sendRaw,
  serves,
  valuesIn,
  valuesText,
  wire,
} from "../support/client.ts";
import { category, configure, instant, offShelf } from "../support/requests.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { expectedLocation, refusalValues, scannedAt } = site.extensions;

if (!expectedLocation)
  it("extension: the expected location is an unknown field where it is switched off", async () => {
    const input = { zongpai: zongpai(fresh()), location: location(1) };
    const { body = "{}", ...sent } = requestOf("post-trace-location", input);
    const more = JSON.stringify({ ...JSON.parse(String(body)), expected_location: location(2) });
    const answer = await sendRaw({ ...sent, body: more });
    expect(answer.body.message).toContain(`expected_location ${site.accepts.unknown}`);
  });

const kinds = [
  {
    what: "goods",
    id: "post-trace-location",
    fresh: async () => ({ zongpai: zongpai(fresh()) }),
  },
  {
    what: "an attachment",
    id: "post-attachment-location",
    fresh: async () => {
      const goods = zongpai(fresh());
      await configure(goods, { [category]: 5 });
      return { zongpai: goods, category };
    },
  },
  {
    what: "a box",
    id: "post-box-location",
    fresh: async () => ({ box_no: boxNo(fresh()) }),
  },
] as const;

const [first, second, third] = [location(1), location(2), location(3)];
const emptyFor = [
  ["were never registered", []],
  ["are off the shelf", [offShelf]],
  ["left a shelf", [{ location: first }, offShelf]],
] as const;

describe.runIf(expectedLocation).each(kinds.filter(({ id }) => serves(id)))(
  "extension: the expected location of $what",
  ({ id, fresh }) => {
    const placed = async (...places: readonly object[]) => {
      const subject = await fresh();
      for (const place of places) await done(id, { ...subject, ...place });
      return subject;
    };
    const nameOf = (subject: object) => String(Object.values(subject)[0]);

    it("allows a move from the expected shelf, also off shelf", async () => {
      const subject = await placed({ location: first });
      const move = { ...subject, location: second, expected_location: first };
      expect((await done(id, move)).body).toMatchObject({ location: second });
      const { body } = await done(id, { ...subject, ...offShelf, expected_location: second });
      expect(body).toMatchObject(offShelf);
    });

    it("refuses a move from another shelf, and names that shelf", async () => {
      const subject = await placed({ location: first }, { location: second });
      const stale = { ...subject, location: third, expected_location: first };
      const answer = await refused("staleExpectedLocation", id, stale);
      for (const text of [nameOf(subject), first, second])
        expect(answer.body.message).toContain(text);
      const values = { ...subject, location: second, expected_location: first };
      if (refusalValues)
        expect(valuesIn(valuesText(answer))).toEqual({
          condition: "staleExpectedLocation",
          ...values,
        });
      await done(id, { ...subject, location: third, expected_location: second });
    });

    it.each(emptyFor)("is empty for those that %s", async (_, places) => {
      const subject = await placed(...places);
      const stale = { ...subject, location: second, expected_location: first };
      await refused("staleExpectedLocation", id, stale);
      await done(id, { ...stale, expected_location: "" });
      await refused("staleExpectedLocation", id, { ...stale, expected_location: "" });
    });

    it("refuses a value that is no text", async () => {
      for (const expected_location of [null, 1, false, "a\u0000b", "n".repeat(101)]) {
        const request = { ...(await fresh()), location: first, expected_location };
        const { body } = await refused("invalidField", id, request);
        const sentence = `${wire("expected_location")} ${site.accepts.expectedLocation}`;
        expect(body.message).toContain(sentence);
      }
    });

    it("moves goods once when several requests expect one shelf at once", async () => {
      const subject = await placed({ location: first });
      const answers = await Promise.all(
        [2, 3, 4, 5].map((shelf) =>
          call(id, { ...subject, location: location(shelf), expected_location: first }),
        ),
      );
      expect(answers.filter(({ status }) => status === site.success[id])).toHaveLength(1);
    });

    it.runIf(scannedAt)(
      "refuses a late scan too, and moves nothing for one that fits",
      async () => {
        const subject = await placed({ location: second });
        const late = { ...subject, location: third, scanned_at: instant(-60_000) };
        await refused("staleExpectedLocation", id, { ...late, expected_location: first });
        const { body } = await done(id, { ...late, expected_location: second });
        expect(body).toMatchObject({ location: second });
      },
    );

    it.runIf(hasKeys)("answers a repeated request as before, moved or refused", async () => {
      const subject = await placed({ location: first });
      const request = { ...subject, location: second, expected_location: first };
      const [moving, refusing] = [key(), key()];
      const moved = await done(id, request, moving);
      const stale = await refused("staleExpectedLocation", id, request, refusing);
      await done(id, { ...subject, location: first });
      for (const [headers, { status, text }] of [
        [moving, moved],
        [refusing, stale],
      ] as const)
        expect(answered(await call(id, request, headers))).toEqual([status, text, "true"]);
    });
  },
);

describe.runIf(expectedLocation && serves("clear-place"))(
  "extension: the expected location of goods that left",
  () => {
    it("refuses to clear goods that are on another shelf now", async () => {
      const goods = { zongpai: zongpai(fresh()) };
      await done("post-trace-location", { ...goods, location: second });
      const stale = { ...goods, expected_location: first };
      await refused("staleExpectedLocation", "clear-place", stale);
      await done("clear-place", { ...goods, expected_location: second });
    });

    it("is empty after they left", async () => {
      const goods = { zongpai: zongpai(fresh()) };
      await done("post-trace-location", { ...goods, location: first });
      await done("clear-place", goods);
      const back = { ...goods, location: second };
      const stale = { ...back, expected_location: first };
      await refused("staleExpectedLocation", "post-trace-location", stale);
      await done("post-trace-location", { ...back, expected_location: "" });
    });
  },
);
