import { chooseSite } from "#infra/choose-site.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { printableOf } from "#scanner/scan/element-string.ts";
import { notesOf } from "#scanner/scan/explain-scan.ts";
import { fieldOf, readScan, scannedFields } from "#scanner/scan/read-scan.ts";
import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { unescapeScan } from "./explain/escapes.ts";

const program = createCommand(
  "explain",
  "Shows how the service reads a scan, and why it would refuse it.",
  `You can write control characters as \\x1d, \\u001d, \\r, \\n, \\t, <GS>, <FNC1>, <RS>, <CR>, <LF> or <TAB>.

Exit status: 0 the scan has a field; 1 it is refused; 2 a wrong call.

  npm run explain -- '<FNC1>241PO4-1<GS>254L1-A-3'`,
)
  .argument("<scan>", "the raw scan, in quotes")
  .option("--site <name>", `the site whose rules apply: ${siteHelp}`, "demo")
  .action(async (raw, { site }) => {
    const settings = scanSettings(await chooseSite(site));
    const characters = unescapeScan(raw);
    const scan = readScan(characters, settings);
    const notes = notesOf(characters, scan, settings);
    const readings = scannedFields.map((name) => ({ name, ...fieldOf(scan, name, settings) }));
    const meanings = readings.map((reading) => {
      const result = "value" in reading ? reading.value : `refused. ${reading.refused}`;
      return `As ${reading.name}: ${result}`;
    });
    const verdict = scan.refused === undefined ? meanings : [`Refused. ${scan.refused}`];
    console.log([`Scan: ${printableOf(characters)}`, ...notes, ...verdict].join("\n"));
    process.exitCode = readings.some((reading) => "value" in reading) ? 0 : 1;
  });

await runCommandLine(program, 2);
