import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import {
  conditions,
  DuplicateBoxItemError,
  InvalidZongpaiError,
  Refusal,
  ZongpaiNotFoundError,
} from "#lib/errors.ts";
import { routeIds } from "#lib/route-ids.ts";
import { endpoints, routesOf, v1 } from "#lib/routes.ts";
import { servedIds } from "#lib/served-ids.ts";
import demo from "../sites/demo.ts";
import plain from "../sites/plain.ts";
import odd from "./site/odd.ts";

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && /\.tsx?$/.test(entry.name)
      ? [join(entry.parentPath, entry.name).replaceAll("\\", "/")]
      : [],
  );

/** The files of a folder whose text matches. */
const holding = (pattern: RegExp, folder = "lib") =>
  files(folder)
    .filter((file) => pattern.test(readFileSync(file, "utf8")))
    .toSorted();

const otherFunctions = ["authorizer", "docs", "erp-lookup", "pages", "unrouted"];

describe("the architecture", () => {
  it("has one route group, named v1, and every route module belongs to it", () => {
    expect(Object.keys(v1)).toEqual([...routeIds]);
    expect(new Set(Object.values(v1).map(({ module }) => module))).toEqual(
      new Set(["trace", "location", "box", "attachment"]),
    );
    expect(routeIds[0]).toBe("post-trace-location");
  });

  it("has one file for each endpoint, and one for each other function", () => {
    const names = files("functions").map((file) => file.replace(/^functions\/|\.ts$/g, ""));
    expect(names.toSorted()).toEqual(
      [...routeIds, ...otherFunctions.map((id) => `other/${id}`)].toSorted(),
    );
    for (const id of routeIds) expect(endpoints[id]).toMatchObject(v1[id]);
  });

  it("has the specification's three conditions as classes in the one table", () => {
    const detail = { problems: "", zongpai: "", item: "", box_no: "", quantity: 0 };
    const named = { InvalidZongpaiError, ZongpaiNotFoundError, DuplicateBoxItemError };
    for (const [name, Named] of Object.entries(named)) {
      const error = new Named(detail);
      expect(error).toBeInstanceOf(Refusal);
      expect([Named.name, error.name]).toEqual([name, name]);
      expect(conditions[error.condition]).toHaveProperty("identifier", name);
    }
  });

  it("serves the specification's addresses on every site, below its base path", () => {
    for (const site of [demo, odd, plain]) {
      const addresses = routesOf(site).map(({ method, path }) => `${method} ${path}`);
      for (const [methods, path] of [
        ["POST", "/trace/location"],
        ["GET", "/box/info"],
        ["POST", "/box"],
        ["GET", "/attachment/categories"],
        ["GET", "/attachment/status"],
        ["PUT", "/attachment/config"],
        ["POST", "/attachment/location"],
        ["POST PATCH DELETE", "/attachment/box"],
      ] as const)
        for (const method of methods.split(" "))
          expect(addresses).toContain(`${method} ${site.basePath}${path}`);
      expect(new Set(addresses).size).toBe(addresses.length);
    }
    expect(routesOf(demo).map(({ id }) => id)).toEqual(routeIds);
  });

  it("serves on plain the specification's routes, the overview, edit and deletion only", () => {
    expect(routesOf(plain).map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /trace/location",
      "GET /trace/overview",
      "GET /box/info",
      "POST /box",
      "PATCH /box",
      "DELETE /box",
      "GET /attachment/categories",
      "GET /attachment/status",
      "PUT /attachment/config",
      "POST /attachment/location",
      "POST /attachment/box",
      "PATCH /attachment/box",
      "DELETE /attachment/box",
    ]);
  });

  it("names the served routes without their addresses as it does with them", () => {
    for (const site of [demo, odd, plain])
      expect(servedIds(site)).toEqual(routesOf(site).map(({ id }) => id));
  });

  it("keeps wire names in http and the page, and keys in the store", () => {
    for (const file of files("lib").filter((name) => !/lib\/(http|page|site)\//.test(name))) {
      const text = readFileSync(file, "utf8");
      expect(text, file).not.toMatch(/site\.fields|statusCode/);
      if (!file.startsWith("lib/store/"))
        expect(text, file).not.toMatch(/TransactionCanceled|ConditionalCheck|["'`](Z|B|P)#/);
    }
  });

  it("writes a goods row in one place, which raises its revision", () => {
    expect(holding(/\b(update|put|delete)Action\(\s*goodsKey/)).toEqual(["lib/store/goods.ts"]);
  });

  it("reads the site and the environment only in the file for Lambda", () => {
    expect(holding(/from "#site"/)).toEqual(["lib/lambda.ts"]);
    expect(holding(/from "#(erp|erp-dialect|erp-password)"/)).toEqual([
      "lib/erp/ask-directly.ts",
      "lib/lambda.ts",
    ]);
    // The whole process has one log, and a password may change while it runs.
    expect(holding(/from "[./]*env\.ts"/)).toEqual([
      "lib/erp/ask-directly.ts",
      "lib/erp/ask-lookups.ts",
      "lib/erp/password.ts",
      "lib/lambda.ts",
      "lib/log.ts",
      "lib/metrics.ts",
    ]);
    expect(holding(/process\.env/)).toEqual(["lib/env.ts"]);
    for (const folder of ["lib", "functions", "infra", "commands", "tools"])
      expect(holding(/AsyncLocalStorage|registerHooks/, folder)).toEqual([]);
    for (const folder of ["test", "tools", "frontend"])
      expect(holding(/vi\.resetModules\(/, folder)).toEqual([]);
  });

  it("reaches at most 51 files from the function that saves goods", () => {
    const { imports } = JSON.parse(readFileSync("package.json", "utf8"));
    const reached = new Set<string>();
    const visit = (file: string): void => {
      // Not counted: the site's answers and the pages' texts.
      if (reached.has(file) || /^(sites|frontend\/pages)\//.test(file)) return;
      reached.add(file);
      for (const [, named, from = ""] of readFileSync(file, "utf8").matchAll(
        /^(?:import|export) (?!type )([^;"]*?) from "([.#][^"]+)";/gm,
      )) {
        if (/^\{(\s*type \w+( as \w+)?,?)*\s*\}$/.test(named ?? "")) continue;
        const alias =
          imports[from]?.bundle ??
          imports[from] ??
          from.replace(/^#(lib|infra)\//, "./$1/").replace(/^#labels/, "./frontend/labels");
        visit(from.startsWith("#") ? posix.join(alias) : posix.join(file, "..", from));
      }
    };
    visit("functions/post-box.ts");
    expect([...reached].toSorted().slice(51)).toEqual([]);
  });

  it("has pages that import only the client, the reader, types and shared files", () => {
    const pagesFolder = "frontend/pages/src";
    for (const file of files(pagesFolder)) {
      const [, , , page = ""] = file.split("/");
      if (page === "words") continue;
      const roomsOf = (...rooms: string[]) => rooms.map((room) => `${pagesFolder}/${room}/`);
      const isIn = (rooms: readonly string[], from: string) =>
        rooms.some((room) => posix.join(file, "..", from).startsWith(room));
      const [reached, typed] = [roomsOf(page, "shared"), roomsOf(page, "shared", "words")];
      const imports = [
        ...readFileSync(file, "utf8").matchAll(
          /import (type )?[^;]*?"([^"]+)";|import\("([^"]+)"\)\.(\w+)/g,
        ),
      ];
      for (const [, type, from = "", typeFrom] of imports)
        if ((typeFrom ?? from).startsWith("."))
          expect(
            isIn((type ?? typeFrom) ? typed : reached, typeFrom ?? from),
            `${file} ${from}`,
          ).toBe(true);
        else if (typeFrom === undefined && type === undefined)
          expect(from, file).toMatch(
            /^(site:|preact(\/|$)|zxing-wasm\/|csv-stringify\/|etiket\/|oauth4webapi$|structured-headers$|#scanner\/)/,
          );
        else expect(typeFrom ?? from, file).toMatch(/^(preact$|#scanner\/|#labels\/|#lib\/page\/)/);
    }
  });

  it("has a client core that reads nothing but its arguments", () => {
    for (const file of files("frontend/scanner/src/client/core")) {
      const code = readFileSync(file, "utf8");
      const imports = [...code.matchAll(/^import (?!type )[^;]*? from "([^"]+)";/gm)];
      for (const [, from] of imports) expect(from, file).toMatch(/^\.\/[\w-]+\.ts$/);
      expect(code, file).not.toMatch(
        /Date\.now|new Date\(\)|performance|Math\.random|fetch\(|setTimeout|indexedDB|navigator|async|Promise/,
      );
    }
  });

  it("has short files: none over 300 lines", () => {
    const long = [
      "lib",
      "functions",
      "infra",
      "commands",
      "tools",
      "frontend/pages/src",
      "frontend/pages/build",
      "frontend/labels",
      "frontend/scanner/src",
    ]
      .flatMap(files)
      .filter((file) => !file.startsWith("frontend/pages/src/words/"))
      .filter((file) => readFileSync(file, "utf8").split("\n").length > 300);
    expect(long).toEqual([]);
  });
});
