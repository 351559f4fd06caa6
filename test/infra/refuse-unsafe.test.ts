import { describe, expect, test } from "vitest";
import { refuseUnsafe } from "#infra/stack/refuse-unsafe.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import postgresql from "../site/postgresql.ts";

describe("it is refused to synthesise", () => {
  test("a site that asks for no credentials, for any stage but local", () => {
    for (const stage of ["dev", "staging", "prod"]) expect(() => refuseUnsafe(odd, stage)).toThrow("asks for no credentials");
    expect(() => refuseUnsafe(odd, "local")).not.toThrow();
  });

  test("a password that a template would show, for any stage but local", () => {
    expect(() => refuseUnsafe(postgresql, "staging")).toThrow("must name a secret");
    expect(() => refuseUnsafe(postgresql, "local")).not.toThrow();
  });

  test("a stage whose name no address could carry", () => {
    for (const stage of ["", "Dev", "1st", "a-b", "x".repeat(17)]) expect(() => refuseUnsafe(demo, stage)).toThrow("is no name");
    for (const stage of ["dev", "staging", "prod2"]) expect(() => refuseUnsafe(demo, stage)).not.toThrow();
  });
});
