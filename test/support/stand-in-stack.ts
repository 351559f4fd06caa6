import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { newFolder } from "./folder.ts";
import { key, standInKeys } from "./stand-in-keys.ts";

/** A table that the stack itself creates. */
export const own = { Ref: "TableCD117FA1" };
type Output = string | typeof own;

const templateOn = (table: Output) => JSON.stringify({ Outputs: { TableName: { Value: table } } });

const apiGateway = fileURLToPath(new URL("stand-in-api-gateway.ts", import.meta.url));

/**
 * Fakes of `aws` and `cdk` for a stack of demo's staging. CloudFormation's answers are files, and `cdk` only sets the table of `becomes`.
 * Demo's name has its key.
 */
export const standInStack = () => {
  const folder = newFolder();
  const keys = standInKeys(folder);
  const file = (name: string) => join(folder, name);
  const standIn = (program: string, body: string) => {
    writeFileSync(file(program), `#!/bin/sh\n${body}\n`);
    chmodSync(file(program), 0o755);
  };
  const described = (StackStatus: string, TableName?: string, isProtected = false) => {
    const outputs =
      TableName === undefined
        ? {}
        : { TableName, Url: "https://a/b", UsagePlan: "p1an", ApiId: "ap1" };
    const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({
      OutputKey,
      OutputValue,
    }));
    const EnableTerminationProtection = isProtected;
    return JSON.stringify({ Stacks: [{ StackStatus, Outputs, EnableTerminationProtection }] });
  };
  const calls = () => readFileSync(file("calls"), "utf8").trim().split("\n");
  return {
    file,
    keys,
    standIn,
    /** A path on which these programs are found first. */
    path: `${folder}${delimiter}${process.env.PATH}`,
    /** Removes the stack, the assembly and the calls. */
    reset: () => {
      for (const name of ["stack", "stage", "denied", "assembly", "assembly-first"])
        rmSync(file(name), { recursive: true, force: true });
      writeFileSync(file("calls"), "");
      keys.are([key("demo.20260101T000000Z", "a")]);
      const noStack = 'echo "Stack with id X does not exist" >&2; exit 254';
      standIn(
        "aws",
        `[ "$1" = apigateway ] && { shift; exec ${process.execPath} ${apiGateway} ${folder} "$@"; }
echo aws "$2" >> ${file("calls")}
case "$2" in
  describe-stacks) [ -e ${file("denied")} ] && { echo AccessDenied >&2; exit 254; }; cat ${file("stack")} 2>/dev/null || { ${noStack}; };;
  get-template) cat ${file("template")};;
  *) exit 9;;
esac`,
      );
      standIn(
        "cdk",
        `echo cdk "$@" >> ${file("calls")}; echo said by cdk; cp ${file("after")} ${file("stack")}`,
      );
    },
    /** Deploys the stack on this table. `made`: the stack creates it. */
    isOn: (table: string, made: boolean) => {
      writeFileSync(file("stack"), described("UPDATE_COMPLETE", table));
      writeFileSync(file("template"), templateOn(made ? own : table));
    },
    /** The stack exists, without outputs. */
    is: (status: string, isProtected = false) => {
      writeFileSync(file("stack"), described(status, undefined, isProtected));
      writeFileSync(file("template"), templateOn(own));
    },
    /** Deploys the stack on its own table, with this template. */
    isFrom: (template: string) => {
      writeFileSync(file("stack"), described("UPDATE_COMPLETE", "Fits"));
      writeFileSync(file("template"), template);
    },
    /** The settings of the gateway's stage, by path. */
    limits: (methodSettings: object) =>
      writeFileSync(file("stage"), JSON.stringify({ methodSettings })),
    becomes: (table: string) => writeFileSync(file("after"), described("UPDATE_COMPLETE", table)),
    /** Writes an assembly that gives the stack this table. */
    assembly: (
      name: string,
      table: Output,
      stack = "Warehouse-demo-staging",
      terminationProtection = false,
    ) => {
      mkdirSync(file(name), { recursive: true });
      writeFileSync(join(file(name), "template.json"), templateOn(table));
      const artifact = {
        type: "aws:cloudformation:stack",
        environment: "aws://unknown-account/unknown-region",
      };
      const properties = { templateFile: "template.json", terminationProtection };
      const artifacts = { [stack]: { ...artifact, properties } };
      writeFileSync(
        join(file(name), "manifest.json"),
        JSON.stringify({ version: "36.0.0", artifacts }),
      );
    },
    calls,
    /** The calls of `cdk`. */
    deployed: () =>
      calls()
        .filter((line) => line.startsWith("cdk"))
        .map((line) => line.replaceAll(`${folder}/`, "")),
  };
};
