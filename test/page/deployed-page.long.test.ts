import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeDocsFiles } from "#infra/bundle/docs-files.ts";
import { gatewayErrors } from "#lib/http/error-handlers.ts";
import { pagesFolder } from "#lib/page/files.ts";
import { readFiles, serveFiles } from "#lib/page/serve.ts";
import { routesOf } from "#lib/routes.ts";
import odd from "../site/odd.ts";

const folder = mkdtempSync(join(tmpdir(), "warehouse-pages-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The page as its stage serves it: below a stage name and the site's base path. */
const path = "/hilfe/schnittstelle";
const page = new URL(`https://gateway.example.org/live${odd.basePath}${path}`);

describe("the page that describes the API, deployed", () => {
  let get: (file?: string) => ReturnType<ReturnType<typeof serveFiles>>;
  beforeAll(async () => {
    await writeDocsFiles(odd, path, folder);
    const handler = serveFiles(
      "docs",
      readFiles(join(folder, pagesFolder)),
      gatewayErrors(odd)("unknownRoute"),
    );
    get = (file) =>
      handler({ pathParameters: file === undefined ? null : { file } } as APIGatewayProxyEvent);
  });

  it("is HTML that asks for nothing but its own files, each of which is there", async () => {
    const { statusCode, headers, body } = await get();
    expect([statusCode, headers?.["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers?.["content-security-policy"]).toContain("default-src 'none'");
    const links = [...body.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(
      ([, link = ""]) => new URL(link, page),
    );
    expect(links.length).toBeGreaterThan(3);
    for (const { href } of links) {
      expect(href.startsWith(`${page}/`)).toBe(true);
      expect((await get(href.slice(`${page}/`.length))).statusCode, href).toBe(200);
    }
  });

  it("describes addresses that lead to the stage which serves it", async () => {
    const { servers, paths } = JSON.parse((await get("openapi.json")).body) as {
      servers: { url: string }[];
      paths: object;
    };
    const root = new URL(`${servers[0]?.url}/`, `${page}/openapi.json`);
    expect(root.href).toBe("https://gateway.example.org/live/");
    expect(Object.keys(paths)).toContain(routesOf(odd)[0]?.path);
  });
});
