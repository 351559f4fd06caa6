import { describe, expect, it } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { routesOf } from "#lib/routes.ts";
import { fuzz } from "../../commands/fuzz/run.ts";
import { knownOf } from "../../commands/fuzz/values.ts";
import demo from "../../sites/demo.ts";
import { stageOfFile } from "../support/file-stage.ts";
import { type Answered, type Asked, wayTo } from "../support/way-to.ts";

type Spoil = (answer: Answered, asked: Asked) => void;

const known = knownOf(demo, 800);
const boxes = known.boxes.map((box_no) => ({ box_no, quantity: 1, columns: ["a", "b"] }));
const stage = stageOfFile(known.goods, boxes, 1_000_000);

/** The service with answers that are spoiled on their way back. It is open: requests get the key on their way. */
const spoiled = (change: Spoil) =>
  wayTo(stage.url, {
    change,
    meet: (_, passed) => void Object.assign(passed, localCredentials(demo)),
  });

/** What a forgetful deletion left, by box. */
const kept = new Map<string, object>();
let seed = 0;
const found = async (
  only: string,
  spoil: Spoil,
  headers: Readonly<Record<string, string>> = {},
) => {
  const { url, close } = await spoiled(spoil);
  seed += 1;
  // Goods and boxes of its own: a life is lived once.
  const own = <T>(list: readonly T[]) => list.slice(seed * 40, seed * 40 + 40);
  const service = {
    site: demo,
    url,
    known: { goods: own(known.goods), boxes: own(known.boxes) },
    credentials: headers,
  };
  const outcome = await fuzz(service, { n: 200, seed, only }, () => {});
  await close();
  return outcome.findings.map(({ check, message }) => `${check}: ${message.split(";")[0]}`);
};

const edit = (answer: Answered, change: (body: Record<string, unknown>) => void) => {
  const body = JSON.parse(answer.body);
  change(body);
  answer.body = JSON.stringify(body);
};

describe("the fuzzer finds a service that", () => {
  it.each<[string, string, Spoil, string]>([
    ["is right in all of this", "fields post-box", () => {}, ""],
    [
      "breaks on what it is sent",
      "spoiled post-box",
      (answer) => {
        answer.status = 500;
      },
      "nothing that a client sends is a fault of the service",
    ],
    [
      "adds a field to its errors",
      "spoiled get-box-info",
      (answer) => edit(answer, (body) => Object.assign(body, { trace: "x" })),
      "an error has exactly error_code, message and domain",
    ],
    [
      "answers as HTML",
      "fields get-attachment-categories",
      (answer) => {
        answer.headers["content-type"] = "text/html";
      },
      "every answer is application/json",
    ],
    [
      "succeeds with another status",
      "fields get-attachment-categories",
      (answer) => {
        answer.status = 202;
      },
      "get-attachment-categories succeeds with 200",
    ],
    [
      "answers with a field that is not described",
      "fields post-trace-location",
      (answer) => {
        if (answer.status === 200) edit(answer, (body) => Object.assign(body, { shelf: 1 }));
      },
      "the answer is as described (data must NOT have additional properties)",
    ],
    [
      "accepts what is not valid",
      "spoiled post-trace-location",
      (answer) => {
        answer.status = 200;
        answer.body =
          '{"zongpai":"PO1","location":"L1","off_shelf":false,"registered_at":"2026-11-21T09:30:00Z"}';
      },
      "what the description does not accept is refused as invalid",
    ],
    [
      "calls valid data invalid",
      "fields get-attachment-status",
      (answer) => {
        answer.status = 400;
        answer.body = '{"error_code":"INVALID_ZONGPAI","message":"no","domain":"accessory"}';
      },
      "what the description accepts is not called invalid",
    ],
    [
      "answers a code that is not described",
      "fields get-attachment-status",
      (answer) => {
        answer.status = 400;
        answer.body = '{"error_code":"OTHER","message":"no","domain":"accessory"}';
      },
      "get-attachment-status describes the codes and domains of 400",
    ],
    [
      "does not say which methods are right",
      "address",
      (answer) => {
        delete answer.headers.allow;
      },
      "Allow names the right methods",
    ],
    [
      "forgets what it saved",
      "life boxed",
      (answer, { target }) => {
        if (target.startsWith("/box/info") && answer.status === 200)
          edit(answer, (body) => Object.assign(body, { items: [] }));
      },
      "what was saved into a box is in the box's information",
    ],
    [
      "keeps what was deleted",
      "life boxed",
      (answer, { method, target }) => {
        const query = new URL(target, stage.url).searchParams;
        const box = query.get("box_no") ?? "";
        if (method === "DELETE")
          kept.set(box, {
            zongpai: query.get("zongpai"),
            quantity: 1,
            recorded_at: "2026-11-21T09:30:00Z",
          });
        const item = kept.get(box);
        if (target.startsWith("/box/info") && item)
          edit(answer, (body) =>
            Object.assign(body, { items: [...(body.items as object[]), item] }),
          );
      },
      "what was deleted is gone from the box's information",
    ],
    [
      "does not mark what it answered before",
      "life boxed",
      (answer) => {
        delete answer.headers["idempotency-replayed"];
      },
      "an answer given before is marked",
    ],
    [
      "does not add up",
      "life attached",
      (answer, { target }) => {
        if (target.startsWith("/attachment/status"))
          edit(answer, (body) =>
            Object.assign(body, {
              categories: (body.categories as object[]).map((line) => ({
                ...line,
                boxed_quantity: 7_000,
              })),
            }),
          );
      },
      "the boxed quantity is the sum of the entries",
    ],
    [
      "shows goods in two places",
      "life placed",
      (answer, { target }) => {
        const shelf = {
          location: demo.formats.location.example,
          area: "L1",
          shown: 0,
          more: false,
          items: [],
        };
        if (target.startsWith("/trace/overview"))
          edit(answer, (body) => Object.assign(body, { locations: [shelf] }));
      },
      "goods are in one place only",
    ],
  ])("%s", async (_, only, spoil, promise) => {
    expect(await found(only, spoil)).toEqual(promise === "" ? [] : [`${only}: ${promise}`]);
  });

  it("has an ERP that is slow, and names it", async () => {
    const { status, code, domain } = demo.errors.product.erpUnavailable;
    const slow: Spoil = (answer) => {
      Object.assign(answer, {
        status,
        body: JSON.stringify({ error_code: code, message: "Later.", domain }),
      });
      answer.headers["retry-after"] = "0.001";
    };
    expect(await found("fields post-box", slow)).toEqual([
      expect.stringContaining(
        "the ERP answers within erp.lookupTimeout (it is slow or not there, see npm run erp:check)",
      ),
    ]);
  });

  it("answers without credentials", async () => {
    const open = await found("none", () => {}, { "x-api-key": "secret" });
    expect(open).toContain(
      "open route: get-attachment-categories answers nobody without credentials",
    );
    expect(open).toHaveLength(routesOf(demo).length);
  });

  it("looks only whether there are credentials", async () => {
    const { status, code, domain } = demo.errors.gateway.unauthenticated;
    const open = await found(
      "none",
      (answer, { headers }) => {
        if (headers["x-api-key"] === undefined)
          Object.assign(answer, {
            status,
            body: JSON.stringify({ error_code: code, message: "Who?", domain }),
          });
      },
      { "x-api-key": "secret" },
    );
    expect(open).toContain(
      "open route: get-attachment-categories answers nobody with nonsense for credentials",
    );
    expect(open).toHaveLength(routesOf(demo).length);
  });
});
