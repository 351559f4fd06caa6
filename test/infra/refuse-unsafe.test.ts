import { describe, expect, test } from "vitest";
import { refuseUnsafe } from "#infra/stack/refuse-unsafe.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "../site/changed.ts";
import odd from "../site/odd.ts";
import postgresql from "../site/postgresql.ts";

describe("it is refused to synthesise", () => {
  test("a site that asks for no credentials, for any stage but local", () => {
    for (const stage of ["dev", "staging", "prod"])
      expect(() => refuseUnsafe(odd, stage)).toThrow("asks for no credentials");
    expect(() => refuseUnsafe(odd, "local")).not.toThrow();
  });

  test("a password that a template would show, for any stage but local", () => {
    expect(() => refuseUnsafe(postgresql, "staging")).toThrow("must name a secret");
    expect(() => refuseUnsafe(postgresql, "local")).not.toThrow();
  });

  test("a way to the ERP that is open, or that leads nowhere, for a stage that people work with", () => {
    const to = (changes: object) =>
      demoWith({
        "erp.dialect": "postgresql",
        "erp.connection": {
          ...{
            host: "erp.example.org",
            port: 5_432,
            database: "erp",
            user: "reader",
            tls: "verified",
            connections: false,
            network: false,
          },
          ...{
            password: {
              secret: "arn:aws:secretsmanager:eu-central-1:123456789012:secret:erp-AbCdEf",
              field: "password",
            },
          },
          ...changes,
        },
      });
    const network = {
      vpc: "vpc-0a1b2c3d",
      subnets: ["subnet-1a2b3c4d"],
      securityGroup: "sg-3c4d5e6f",
    };
    for (const [changes, told] of [
      [{ tls: "off" }, "without encryption"],
      [{ host: "localhost" }, "nothing but itself"],
      [{ host: "127.0.0.1" }, "nothing but itself"],
      [{ host: "10.1.2.3" }, "erp.connection.network must name"],
      [{ host: "erp.internal" }, "erp.connection.network must name"],
      [{ host: "erp" }, "erp.connection.network must name"],
    ] as const) {
      expect(() => refuseUnsafe(to(changes), "staging"), JSON.stringify(changes)).toThrow(told);
      expect(() => refuseUnsafe(to(changes), "dev")).not.toThrow();
    }
    for (const changes of [{}, { host: "172.32.0.1" }, { host: "10.1.2.3", network }])
      expect(() => refuseUnsafe(to(changes), "staging")).not.toThrow();
  });

  test("a stage whose name no address could carry", () => {
    for (const stage of ["", "Dev", "1st", "a-b", "x".repeat(17)])
      expect(() => refuseUnsafe(demo, stage)).toThrow("is no name");
    for (const stage of ["dev", "staging", "prod2"])
      expect(() => refuseUnsafe(demo, stage)).not.toThrow();
  });
});
