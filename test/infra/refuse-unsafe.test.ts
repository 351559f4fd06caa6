import { describe, expect, test } from "vitest";
import { refuseUnsafe } from "#infra/stack/refuse-unsafe.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "../site/demo-with.ts";
import odd from "../site/odd.ts";
import postgresql from "../site/postgresql.ts";
import secretly from "../site/postgresql-secret.ts";

describe("it is refused to synthesise", () => {
  test("a site that asks for no credentials, for any stage but local", () => {
    for (const stage of ["dev", "staging", "prod"])
      expect(() => refuseUnsafe(odd, stage)).toThrow("needs no credentials");
    expect(() => refuseUnsafe(odd, "local")).not.toThrow();
  });

  test("a password that a template would show, for any stage but local", () => {
    expect(() => refuseUnsafe(postgresql, "staging")).toThrow("must name a secret");
    expect(() => refuseUnsafe(postgresql, "local")).not.toThrow();
  });

  test("an open or unreachable connection to the ERP, for a stage in use", () => {
    const safe = { host: "erp.example.org", tls: "verified", network: false };
    const to = (changes: object) =>
      demoWith({
        "erp.dialect": "postgresql",
        "erp.connection": { ...secretly.erp.connection, ...safe, ...changes },
      });
    const network = {
      vpc: "vpc-0a1b2c3d",
      subnets: ["subnet-1a2b3c4d"],
      securityGroup: "sg-3c4d5e6f",
    };
    for (const [changes, sentence] of [
      [{ tls: "off" }, "without encryption"],
      [{ host: "localhost" }, "the function itself"],
      [{ host: "127.0.0.1" }, "the function itself"],
      [{ host: "10.1.2.3" }, "in erp.connection.network"],
      [{ host: "erp.internal" }, "in erp.connection.network"],
      [{ host: "erp" }, "in erp.connection.network"],
    ] as const) {
      expect(() => refuseUnsafe(to(changes), "staging"), JSON.stringify(changes)).toThrow(sentence);
      expect(() => refuseUnsafe(to(changes), "dev")).not.toThrow();
    }
    for (const changes of [{}, { host: "172.32.0.1" }, { host: "10.1.2.3", network }])
      expect(() => refuseUnsafe(to(changes), "staging")).not.toThrow();
  });

  test("a stage whose name no address could carry", () => {
    for (const stage of ["", "Dev", "1st", "a-b", "x".repeat(17)])
      expect(() => refuseUnsafe(demo, stage)).toThrow("is not valid");
    for (const stage of ["dev", "staging", "prod2"])
      expect(() => refuseUnsafe(demo, stage)).not.toThrow();
  });
});
