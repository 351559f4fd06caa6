import { type Case, format, refusesFor } from "./refused.ts";

const cases: readonly Case[] = [
  [
    "a pattern that matches nothing",
    { "formats.boxNo": format(/^(?!)$/, "BX4") },
    "formats.boxNo",
    "matches nothing serves nobody",
  ],
  [
    "an example that its pattern refuses",
    { "formats.boxNo.example": "bx4" },
    "formats.boxNo",
    'its own example "bx4"',
  ],
  [
    "a pattern without a beginning",
    { "formats.zongpai": format(/PO[0-9]$/, "PO4") },
    "formats.zongpai",
    "must begin with ^",
  ],
  [
    "a pattern without an end",
    { "formats.zongpai": format(/^PO[0-9]/, "PO4") },
    "formats.zongpai",
    "must begin with ^",
  ],
  [
    "a pattern that ends with a dollar sign",
    { "formats.zongpai": format(/^PO[0-9]\$/, "PO4$") },
    "formats.zongpai",
    "must begin with ^",
  ],
  [
    "a pattern with an open alternative",
    { "formats.zongpai": format(/^PO|BX$/, "PO") },
    "formats.zongpai",
    "in each alternative",
  ],
  [
    "a pattern that takes the empty text",
    { "formats.location": format(/^[A-Z]*$/, "A") },
    "formats.location",
    "matches the empty text",
  ],
  [
    "a pattern that backtracks without bound",
    { "formats.zongpai": format(/^(a+)+$/, "aa") },
    "formats.zongpai",
    "backtracks without bound",
  ],
  [
    "a pattern whose parts share characters",
    { "formats.zongpai": format(/^.*.*.*$/, "aa") },
    "formats.zongpai",
    "backtracks without bound",
  ],
  [
    "a pattern that cannot be judged",
    { "formats.zongpai": format(/^(?<a>x)\k<a>$/, "xx") },
    "formats.zongpai",
    "cannot be judged",
  ],
  [
    "a pattern that ignores case",
    { "formats.zongpai": format(/^a$/i, "a") },
    "formats.zongpai",
    "no flag but u",
  ],
  [
    "a pattern of lines",
    { "formats.zongpai": format(/^a$/m, "a") },
    "formats.zongpai",
    "no flag but u",
  ],
  [
    "a pattern that remembers",
    { "formats.zongpai": format(/^a$/g, "a") },
    "formats.zongpai",
    "no flag but u",
  ],
  [
    "an example that no request may carry",
    { "formats.zongpai": format(/^a\u200fb$/, "a\u200fb") },
    "formats.zongpai",
    "no request may carry",
  ],
  [
    "an example that is too long",
    { "formats.zongpai": format(/^a+$/, "a".repeat(257)) },
    "formats.zongpai",
    "longer than 100",
  ],
  [
    "a pattern that is a text",
    { "formats.zongpai": format("^a$" as unknown as RegExp, "a") },
    "formats.zongpai.pattern",
    "(§2: What does a zongpai look like?)",
  ],
  ["an area without a group", { "location.area": /^[A-Z]/ }, "location.area", "takes no area"],
  [
    "an area that no location has",
    { "location.area": /^([a-z]+)/ },
    "location.area",
    "takes no area",
  ],
  ["areas of another warehouse", { "location.areas": ["R", "S"] }, "location.areas", 'lacks "L'],
  ["an area that remembers", { "location.area": /^([A-Z]+)/g }, "location.area", "no flag but u"],
  [
    "an area that backtracks without bound",
    { "location.area": /^(([A-Z]+)+)-/ },
    "location.area",
    "backtracks without bound",
  ],
];

refusesFor("its patterns", cases);
