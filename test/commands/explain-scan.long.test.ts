import { describe, expect, it } from "vitest";
import { runCommand } from "../support/command.ts";

describe("npm run site:check -- --scan", () => {
  const explain = (scan: string, site = "demo") => runCommand("site-check", [site, "--scan", scan]);

  it("says in words how a scan is read", async () => {
    const { status, stdout } = await explain("]C100340123450000000017<GS>17261100\\r");
    expect(stdout.split("\n")).toEqual([
      "Scan: ]C100340123450000000017<FNC1>17261100<0x0d>",
      "The scanner added <0x0d> at the end.",
      "]C1 names the symbology, and that GS1 element strings follow.",
      "(00): 340123450000000017",
      "(17): 261100",
      "As box_no: BX340123450000000017",
      "As zongpai: refused. This label carries no zongpai.",
      "As location: refused. This label carries no location.",
      "",
    ]);
    expect(status).toBe(0);
  });

  it("names a command label of the worker's page", async () => {
    const { stdout } = await explain("]C0XTOUCHXBOX");
    expect(stdout).toContain("It is a command label of the worker's page.");
  });

  it("says why a scan is refused, with status 1, for any site", async () => {
    const [refused, judged] = await Promise.all([
      explain("]C100340123450000000018"),
      explain("2407", "test/site/odd.ts"),
    ]);
    expect(refused.stdout).toContain(
      "Refused. (00): 340123450000000018 has the check digit 8 where 7 belongs.",
    );
    expect(refused.status).toBe(1);
    expect(judged.stdout).toContain("As box_no: kiste_7\n");
    expect(judged.status).toBe(0);
  });
});
