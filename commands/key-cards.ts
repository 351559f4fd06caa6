import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as z from "zod";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { usageError } from "#infra/usage-error.ts";
import { nameOfKey } from "#lib/gate/caller.ts";
import { command, run } from "./cli/command.ts";
import { piped } from "./cli/piped.ts";

/** What `aws apigateway get-api-keys` prints, as far as a card needs it. */
const Keys = z.object({
  items: z.array(z.object({ name: z.string(), value: z.string(), enabled: z.boolean() })).min(1),
});

type Card = z.infer<typeof Keys>["items"][number];
const cardsOf = (text: string, before: readonly Card[]): Card[] => {
  const [, name = "", value = ""] = /^([\w-]+)=([!-~]+)$/.exec(text) ?? [];
  if (!value) throw usageError(`A key must be name=key, not "${text.split("=")[0]}…".`);
  return [...before, { name, value, enabled: true }];
};

/** The library would fetch its WebAssembly from another host. */
const loadWriter = () =>
  prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(
        createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm"),
      ).buffer,
    },
    fireImmediately: true,
  });

/** A code as an SVG that takes the size of its place. */
const code = async (value: string, format: "QRCode" | "Code128"): Promise<string> => {
  const { svg, error } = await writeBarcode(value, { format, addQuietZones: true });
  if (error) throw new Error(`A key cannot be written as ${format}: ${error}`);
  return svg
    .slice(svg.indexOf("<svg"))
    .replace(/width="(\d+)" height="(\d+)"/, `class="${format}" viewBox="0 0 $1 $2"`);
};

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (cards: readonly string[]) => `<!doctype html>
<meta charset="utf-8">
<title>Keys</title>
<style>
  section { break-inside: avoid; border: 1px dashed; padding: 5mm; margin-bottom: 5mm; width: 180mm; font: 14pt sans-serif; }
  svg { display: block; } .QRCode { width: 40mm; } .Code128 { width: 170mm; }
</style>
${cards.join("\n")}
`;

const program = command(
  "key-cards",
  "Makes a page to print: a card for each API key that is switched on, with key:name=key as a QR code and as a code 128, for a device to scan.",
  `It reads the keys of API Gateway, whoever made them:

  aws apigateway get-api-keys --include-values --name-query Warehouse-<site>-<stage>- | npm run --silent key-cards -- --out cards.html

Those of a stage on this machine: npm run key-cards -- --out cards.html demo=demo-key-on-this-laptop-only

The page holds every key in clear: delete it when the cards are printed.
Exit status: 0 written; 1 not; 2 a wrong call.`,
)
  .argument(
    "[name=key...]",
    "keys to make cards of in place of standard input, as npm start prints them",
    cardsOf,
    [],
  )
  .requiredOption(
    "--out <file>",
    "where the page is written, readable by you alone; it must not be there",
  )
  .action(async (named, { out }) => {
    const { items } =
      named.length > 0 ? { items: named } : await piped(Keys, "get-api-keys --include-values");
    await loadWriter();
    const cards: string[] = [];
    for (const { name, value } of items.filter(({ enabled }) => enabled)) {
      // Each scan of a key is known by its beginning; the page shows the name that the history has.
      const read = `key:${nameOfKey(value) ?? name}=${value}`;
      cards.push(
        `<section><h1>${escaped(name)}</h1>${await code(read, "QRCode")}${await code(read, "Code128")}</section>`,
      );
    }
    writeFileSync(out, page(cards), { mode: 0o600, flag: "wx" });
    console.log(`${cards.length} cards written to ${out}.`);
  });

await run(program);
