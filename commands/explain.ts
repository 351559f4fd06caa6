import { Option } from "@commander-js/extra-typings";
import { chooseSite } from "#infra/choose-site.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { shown } from "#scanner/scan/element-string.ts";
import { notesOf } from "#scanner/scan/notes.ts";
import { fieldOf, readScan, scannedFields } from "#scanner/scan/read.ts";
import { command, run, siteHelp } from "./cli/command.ts";
import { plain } from "./explain/escapes.ts";

const program = command(
  "explain",
  "Says how a scan is read, and why it would be refused.",
  `Control characters may be written as \\x1d, \\u001d, \\r, \\n, \\t, <GS>, <FNC1>, <RS>, <CR>, <LF> or <TAB>.

Exit status: 0 if a field can be taken from it, 1 if it is refused, 2 for a wrong call.

  npm run explain -- ']C100340123450000000017\\r'
  npm run explain -- '<FNC1>241PO4-1<GS>254L1-A-3' --field zongpai`,
)
  .argument("<scan>", "the raw scan, in quotes")
  .option("--site <name>", `the site whose rules read it: ${siteHelp}`, "demo")
  .addOption(new Option("--field <field>", "judge it as this field alone").choices(scannedFields))
  .option("--json", "print what was read as JSON")
  .action(async (raw, { site, field, json }) => {
    const settings = scanSettings(await chooseSite(site));
    const scan = readScan(plain(raw), settings);
    const notes = notesOf(plain(raw), scan, settings);
    const fields = (field ? [field] : scannedFields).map(
      (name) => [name, fieldOf(scan, name, settings)] as const,
    );
    const meanings = fields.map(
      ([name, reading]) =>
        `As ${name}: ${"value" in reading ? reading.value : `refused. ${reading.refused}`}`,
    );
    // One sentence is enough when nothing can be read at all.
    const verdict = scan.refused === undefined ? meanings : [`Refused. ${scan.refused}`];
    if (json)
      console.log(
        JSON.stringify({ ...scan, notes, fields: Object.fromEntries(fields) }, undefined, 2),
      );
    else console.log([`Scan: ${shown(plain(raw))}`, ...notes, ...verdict].join("\n"));
    process.exitCode = fields.some(([, reading]) => "value" in reading) ? 0 : 1;
  });

await run(program, 2);
