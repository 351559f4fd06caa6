import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LocalStage } from "#infra/local/stage.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { newFolder } from "../support/folder.ts";
import { ran } from "../support/installed-once.ts";
import { fewOf, isSlow } from "../support/runs.ts";
import { generatorJar, key, npmTools, pythonTools, stageOf } from "./client-tools.ts";
import { documentOf, fileWith, type Schema } from "./document.ts";

const [npm, jar, python] = await Promise.all([
  npmTools(),
  isSlow ? generatorJar() : undefined,
  pythonTools(),
]);

/** The commands and the program of a part of docs/integrate.md. */
const partOf = (title: string) => {
  const page = readFileSync("docs/integrate.md", "utf8").split(/^## /m);
  const part = page.find((text) => text.startsWith(`${title}\n`)) ?? "";
  const [, , command = "", , , , program = ""] = part.split(/^```(\w*)\n?/m);
  const [, name = "", ...args] = command.trim().split(" ");
  return { command: [name, ...args], program };
};

const folder = newFolder();
let stage: LocalStage;
beforeAll(async () => {
  stage = await stageOf("demo", demo, folder);
});
afterAll(() => stage.stop());

/** A folder with only a site's description, as an integrator starts. */
const started = (site = demo): string => dirname(fileWith(documentOf(site)));
const env = () => ({ ...process.env, WAREHOUSE_URL: stage.url, WAREHOUSE_KEY: key });

/** The output of the page's program, and the service's state afterwards. */
const recorded = async (printed: string, zongpai: string) => {
  const status = await fetch(`${stage.url}/attachment/status?zongpai=${zongpai}`, {
    headers: { "x-api-key": key },
  });
  const { categories } = (await status.json()) as {
    categories: readonly { boxed_quantity?: number }[];
  };
  return [printed.trim(), categories.map(({ boxed_quantity }) => boxed_quantity)];
};
const whole = ["2 L1-A-3", [1]];

const kinds = [
  ["TypeScript, openapi-fetch", "PO4-1"],
  ["TypeScript, Hey API", "PO4-2"],
] as const;

describe.skipIf(npm === undefined)("a client of TypeScript (needs the npm registry)", () => {
  test.each(fewOf(kinds, [0]))(
    "made as %s is compiled, and does what docs/integrate.md says",
    async (title, zongpai) => {
      const cwd = started();
      symlinkSync(join(String(npm), "node_modules"), join(cwd, "node_modules"));
      const { command, program } = partOf(title);
      await ran(`node_modules/.bin/${command[0]}`, command.slice(1), { cwd });
      writeFileSync(join(cwd, "shelve.ts"), program);
      const options =
        "--noEmit --strict --skipLibCheck --allowImportingTsExtensions --target es2023 --lib es2023,dom --module preserve --moduleResolution bundler --types node --typeRoots";
      const types = [...options.split(" "), resolve("node_modules/@types")];
      await ran(resolve("node_modules/.bin/tsc"), [...types, "shelve.ts"], { cwd });
      const outfile = join(cwd, "shelve.mjs");
      await build({
        ...{ entryPoints: [join(cwd, "shelve.ts")], bundle: true, platform: "node" },
        ...{ format: "esm", outfile, logLevel: "silent" },
      });
      const printed = await ran(process.execPath, [outfile], { cwd, env: env() });
      expect(await recorded(printed, zongpai)).toEqual(whole);
    },
  );
});

const generated = () =>
  describe.skipIf(jar === undefined)(
    "a client of openapi-generator (needs Java, Maven and their registry)",
    () => {
      const made = (site: typeof demo, language: string) =>
        join(folder, `${site.name}-${language.toLowerCase()}`);

      // One process for all clients, because most of its time is its start.
      beforeAll(async () => {
        const configs = [demo, odd].flatMap((site) => {
          const inputSpec = join(started(site), "openapi.json");
          return ["Java", "Kotlin", "Python"].map((language) => {
            const [, , , , generatorName, ...more] = partOf(language).command;
            const library = more[0] === "--library" ? { library: more[1] } : {};
            const file = join(folder, `${site.name}-${language}.json`);
            const outputDir = made(site, language);
            const config = { generatorName, inputSpec, outputDir, ...library };
            writeFileSync(file, JSON.stringify(config));
            return file;
          });
        });
        await ran("java", ["-jar", String(jar), "batch", "--fail-fast", ...configs]);
      });

      const names = {
        Java: ["src/main/java/org/openapitools/client/model", (name: string) => `${name}.java`],
        Kotlin: ["src/main/kotlin/org/openapitools/client/models", (name: string) => `${name}.kt`],
        Python: [
          "openapi_client/models",
          (name: string) => `${name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase()}.py`,
        ],
      } as const;

      test.each(["Java", "Kotlin", "Python"] as const)(
        "of %s has every field of every schema, and no unnamed class",
        (language) => {
          const [models, fileOf] = names[language];
          for (const site of [demo, odd]) {
            const inFolder = join(made(site, language), models);
            const { schemas } = documentOf(site).components as {
              readonly schemas: Readonly<Record<string, Schema>>;
            };
            for (const [name, { properties = {} }] of Object.entries(schemas)) {
              const text = readFileSync(join(inFolder, fileOf(name)), "utf8");
              for (const field of Object.keys(properties))
                expect(text, `${site.name} ${name}`).toContain(`"${field}"`);
            }
            expect(
              readdirSync(inFolder).filter((file) => /inline|object\d|not|any_?of/i.test(file)),
            ).toEqual([]);
          }
        },
      );

      test("of Java is compiled and does what docs/integrate.md says", async () => {
        const cwd = made(demo, "Java");
        const path = ["dependency:build-classpath", "-Dmdep.outputFile=classpath"];
        await ran("mvn", ["-q", "-B", ...path], { cwd });
        const classpath = `classes:${readFileSync(join(cwd, "classpath"), "utf8").trim()}`;
        writeFileSync(join(cwd, "Shelve.java"), partOf("Java").program);
        const options = "-nowarn -proc:none -d classes -sourcepath src/main/java Shelve.java -cp";
        await ran("javac", [...options.split(" "), classpath], { cwd });
        const printed = await ran("java", ["-cp", classpath, "Shelve"], { cwd, env: env() });
        expect(await recorded(printed, "PO4-3")).toEqual(whole);
      });

      test.skipIf(python === undefined)(
        "of Python does what docs/integrate.md says (needs Python and its registry)",
        async () => {
          const cwd = made(demo, "Python");
          writeFileSync(join(cwd, "shelve_goods.py"), partOf("Python").program);
          const withTools = { ...env(), PYTHONPATH: String(python) };
          const printed = await ran("python3", ["shelve_goods.py"], { cwd, env: withTools });
          expect(await recorded(printed, "PO4-5")).toEqual(whole);
        },
      );
    },
  );

if (isSlow) generated();
