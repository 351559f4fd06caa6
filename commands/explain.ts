import { parseArgs } from "node:util";
import { chooseSite } from "#infra/local/choose-site.ts";
import { shown } from "#lib/scan/element-string.ts";
import { fieldOf, readScan, type ScannedField, scannedFields } from "#lib/scan/read.ts";
import { scanSettings } from "#lib/scan/settings.ts";
import { plain } from "./explain/escapes.ts";

const help = `Says how a scan is read, and why it would be refused.

  npm run explain -- '<raw scan>' [options]

  --site <name>     the site whose rules read it: a name under sites/, or a path that ends in .ts (default demo)
  --field <field>   judge it as this field alone: ${scannedFields.join(", ")}
  --json            print what was read as JSON
  --help            show this text

Control characters may be written as \\x1d, \\u001d, \\r, \\n, \\t, <GS>, <FNC1>, <RS>, <CR>, <LF> or <TAB>.

Exit status 0 if a field can be taken from it, 1 if it is refused, 2 for a wrong call.

  npm run explain -- ']C100340123450000000017\\r'
  npm run explain -- '<FNC1>241PO4-1<GS>254L1-A-3' --field zongpai
`;

class UsageError extends Error {
  override name = "UsageError";
}

const fieldFrom = (text: string | undefined): readonly ScannedField[] => {
  if (text === undefined) return scannedFields;
  const field = scannedFields.find((name) => name === text);
  if (!field) throw new UsageError(`--field takes ${scannedFields.join(", ")}, not "${text}".`);
  return [field];
};

const run = async (args: string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      site: { type: "string", default: "demo" },
      field: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [raw, ...more] = positionals;
  if (raw === undefined || more.length > 0) throw new UsageError("One scan is explained at a time; put it in quotes.");
  const wanted = fieldFrom(values.field);
  const settings = scanSettings(await chooseSite(values.site));
  const scan = readScan(plain(raw), settings);
  const fields = wanted.map((field) => [field, fieldOf(scan, field, settings)] as const);
  const read = fields.some(([, reading]) => "value" in reading);
  if (values.json) process.stdout.write(`${JSON.stringify({ ...scan, fields: Object.fromEntries(fields) }, undefined, 2)}\n`);
  else {
    const told = fields.map(([field, reading]) => `As ${field}: ${"value" in reading ? reading.value : `refused. ${reading.refused}`}`);
    // One sentence is enough when nothing can be read at all.
    const verdict = scan.refused === undefined ? told : [`Refused. ${scan.refused}`];
    process.stdout.write(`${[`Scan: ${shown(plain(raw))}`, ...scan.notes, ...verdict].join("\n")}\n`);
  }
  return read ? 0 : 1;
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  console.error("npm run explain -- --help says what it takes.");
  process.exitCode = 2;
}
