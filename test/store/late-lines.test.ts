import { describe, expect, it, vi } from "vitest";
import { eventPlaceOf } from "#lib/domain/events.ts";
import { deadlineWithin, type OperationSubject } from "#lib/domain/operation.ts";
import { readHistory } from "#lib/store/history.ts";
import { audited } from "../support/audited.ts";
import { done } from "../support/client.ts";
import { holdTransaction } from "../support/late.ts";
import { lateLinesIn } from "../support/late-lines.ts";
import { category, goodsWithHeadroom, locate, register, saveItem } from "../support/requests.ts";
import { boxNo, fresh, itemOf, location } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";
import { endpoint } from "../support/worker.ts";

type Scan = () => Promise<unknown>;
/** Something that has a place, and its scans. */
type Scanned = {
  readonly of: OperationSubject;
  /** A scan at the shelf with this number. */
  readonly at: (shelf: number) => Scan;
  readonly cleared: Scan;
};

const scanned = {
  goods: async (): Promise<Scanned> => {
    const item = itemOf(fresh());
    const { zongpai } = item;
    await saveItem(item);
    return {
      of: { zongpai },
      at: (shelf) => () => register(zongpai, shelf),
      cleared: () => done("clear-place", { zongpai }),
    };
  },
  attachment: async (): Promise<Scanned> => {
    const { goods: zongpai } = await goodsWithHeadroom(6);
    return {
      of: { zongpai },
      at: (shelf) => () => locate(zongpai, shelf),
      cleared: () => done("clear-place", { zongpai, category }),
    };
  },
  box: async (): Promise<Scanned> => {
    const box_no = boxNo(fresh());
    return {
      of: { box_no },
      at: (shelf) => () => done("post-box-location", { box_no, location: location(shelf) }),
      cleared: () => done("clear-box", { box_no }),
    };
  },
};
const kinds = Object.keys(scanned) as (keyof typeof scanned)[];

/** The three scans of a race: the late one, the newer one that it meets, and one that comes in between. */
type Race = { readonly late: Scan; readonly newer: Scan; readonly between: Scan };
const moves = ({ at }: Scanned): Race => ({ late: at(1), newer: at(2), between: at(3) });

/** Only a transaction that records a late line has this text. */
const lateLine = '"stays"';

/** Stops the service's clock at this instant. */
const standAt = (now: number) => vi.useFakeTimers({ toFake: ["Date"], now });

/** Dates the late line after the scan in between, which comes `apart` ms after the newer one. Neither is in the table yet. */
const raced = async ({ late, newer, between }: Race, apart = 10) => {
  const now = Date.now();
  standAt(now);
  const attempt = holdTransaction();
  const asked = late();
  await attempt.sent;
  standAt(now + 10);
  await newer();
  standAt(now + 10 + apart);
  const move = holdTransaction();
  const moved = between();
  await move.sent;
  standAt(now + 30);
  const line = holdTransaction(lateLine);
  await attempt.lands();
  await line.sent;
  return {
    line: async () => {
      await line.lands();
      await asked;
    },
    move: async () => {
      // Another function, whose clock is behind, may record the move.
      standAt(now + 25);
      await move.lands();
      await moved;
    },
  };
};

/** The places of something in the order of history. For a late line, the place that it names. */
const placesOf = async (of: OperationSubject) => {
  const lines = await readHistory(table, of, deadlineWithin(10_000));
  expect(lateLinesIn(lines).wrong).toEqual([]);
  return lines.flatMap(({ event }) => {
    const placing = eventPlaceOf(event);
    if (!placing) return [];
    const { cleared, location: shelf } = placing.stays ?? placing;
    return [[placing.stays ? "stays" : "moved", cleared ? "cleared" : shelf]];
  });
};
const moved = (shelf: number) => ["moved", location(shelf)];
const stays = (shelf: number) => ["stays", location(shelf)];

describe.each(kinds)("a late line of %s", (kind) => {
  it("names the newer place when a move is recorded before it", async () => {
    const one = await scanned[kind]();
    const { line, move } = await raced(moves(one));
    await move();
    await line();
    expect(await placesOf(one.of)).toEqual([moved(2), moved(3), stays(3)]);
  });

  it("names the place of the last move if two moves have the same instant", async () => {
    const one = await scanned[kind]();
    const { line, move } = await raced(moves(one), 0);
    await move();
    await line();
    expect(await placesOf(one.of)).toEqual([moved(2), moved(3), stays(3)]);
  });

  it("comes before a move that is recorded after it", async () => {
    const one = await scanned[kind]();
    const { line, move } = await raced(moves(one));
    await line();
    await move();
    expect(await placesOf(one.of)).toEqual([moved(2), stays(2), moved(3)]);
    expect((await audited()).differences).toEqual([]);
  });

  it.each(["answerLost", "oneReason"] as const)(
    "is recorded once if its answer is lost and then %s happens",
    async (fault) => {
      const one = await scanned[kind]();
      const now = Date.now();
      standAt(now);
      const attempt = holdTransaction();
      const asked = one.at(1)();
      await attempt.sent;
      standAt(now + 10);
      await one.at(2)();
      const faults = ["answerLost", fault] as const;
      let lines = 0;
      endpoint.faults = (_, body) => {
        const kind = body.includes(lateLine) ? faults[lines++] : undefined;
        return kind && { kind };
      };
      await attempt.lands();
      expect(await asked).toMatchObject({ body: { location: location(2) } });
      expect(lines).toBeGreaterThan(2);
      expect(await placesOf(one.of)).toEqual([moved(2), stays(2)]);
    },
  );
});

const { clear, clearBox } = site.routes;
const kindsThatLeave = kinds.filter((kind) => (kind === "box" ? clearBox : clear));

describe.each(kindsThatLeave)("a late line of %s that left", (kind) => {
  it("says that they left when a clear is recorded before it", async () => {
    const one = await scanned[kind]();
    const { line, move } = await raced({ ...moves(one), between: one.cleared });
    await move();
    await line();
    expect(await placesOf(one.of)).toEqual([moved(2), ["moved", "cleared"], ["stays", "cleared"]]);
  });

  it("says that they left at the instant of the move that it met", async () => {
    const one = await scanned[kind]();
    const { line, move } = await raced({ ...moves(one), between: one.cleared }, 0);
    await move();
    await line();
    expect(await placesOf(one.of)).toEqual([moved(2), ["moved", "cleared"], ["stays", "cleared"]]);
  });

  it("of a late clear names the newer place", async () => {
    const one = await scanned[kind]();
    const { line, move } = await raced({ ...moves(one), late: one.cleared });
    await move();
    await line();
    expect(await placesOf(one.of)).toEqual([moved(2), moved(3), stays(3)]);
  });
});
