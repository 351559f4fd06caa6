/**
 * The GS1 application identifiers with the shape of their values, as the GS1 General Specifications list them (section 3).
 * A shape is read part by part: `N6` six digits, `X..20` one to twenty characters, `[…]` a part that may be absent; after a colon
 * stands the rule of `checks.ts` for the part. A row may name a range. `!` marks the values whose length the first two digits of
 * the identifier tell (section 7.8.5), so that no FNC1 need follow.
 */
const rows = `
00 !N18:mod10 SSCC
01 !N14:mod10 GTIN
02 !N14:mod10 contained GTIN
10 X..20 batch or lot
11 !N6:day0 production date
12 !N6:day0 due date
13 !N6:day0 packaging date
15 !N6:day0 best before
16 !N6:day0 sell by
17 !N6:day0 expiry
20 !N2 variant
21 X..20 serial number
22 X..20 consumer product variant
235 X..28 third-party extension of a serial number
240 X..30 additional product identification
241 X..30 customer part number
242 N..6 made-to-order variation
243 X..20 packaging component number
250 X..30 secondary serial number
251 X..30 reference to source
253 N13:mod10+[X..17] document type identifier
254 X..20 GLN extension
255 N13:mod10+[N..12] coupon number
30 N..8 variable count
37 N..8 count of contained items
400 X..30 customer order number
401 X..30:key consignment number
402 N17:mod10 shipment number
403 X..30 routing code
410-417 !N13:mod10 GLN
420 X..20 ship-to postal code
421 N3+X..9 ship-to postal code with country
422 N3 country of origin
423 N..15:countries country of initial processing
424 N3 country of processing
425 N..15:countries country of disassembly
426 N3 country of the full process
427 X..3 subdivision of origin
4300-4301 X..35:encoded ship-to name
4302-4306 X..70:encoded ship-to address
4307 X2 ship-to country
4308 X..30 ship-to telephone
4309 N10:latitude+N10:longitude ship-to position
4310-4311 X..35:encoded return-to name
4312-4316 X..70:encoded return-to address
4317 X2 return-to country
4318 X..20 return-to postal code
4319 X..30 return-to telephone
4320 X..35:encoded service description
4321-4323 N1:flag delivery flag
4324-4325 N6:day0+N4:time delivery time
4326 N6:day release date
4330-4333 N6+[X1:hyphen] temperature
7001 N13 NATO stock number
7002 X..30 meat cut
7003 N6:day+N4:time expiry time
7004 N..4 active potency
7005 X..12 catch area
7006 N6:day first freeze date
7007 N6:day+[N6:day] harvest date
7008 X..3 aquatic species
7009 X..10 fishing gear
7010 X..2 production method
7011 N6:day+[N4:time] test-by date
7020 X..20 refurbishment lot
7021 X..20 functional status
7022 X..20 revision status
7023 X..30:key assembly identifier
7030-7039 N3+X..27 processor
7040 N1+X3 UIC with extension
710-715 X..20 national healthcare number
7230-7239 X2+X..28 certification reference
7240 X..20 protocol
7241 N2 AIDC media type
7242 X..25 version control number
8001 N4+N5+N3+N1+N1 roll dimensions
8002 X..20 cellular telephone identifier
8003 N1:zero+N13:mod10+[X..16] returnable asset
8004 X..30:key individual asset
8005 N6 price per unit
8006 N14:mod10+N4:piece piece of a trade item
8007 X..34:iban IBAN
8008 N8:hour+[N..4:minutes] production time
8009 X..50 sensor indicator
8010 Y..30:key component identifier
8011 N..12:leading component serial number
8012 X..20 software version
8013 X..25:pair global model number
8017-8018 N18:mod10 service relation
8019 N..10 service relation instance
8020 X..25 payment slip reference
8026 N14:mod10+N4:piece piece of a contained item
8030 Z..90 digital signature
8110 X..70 coupon code
8111 N4 loyalty points
8112 X..70 positive offer file coupon
8200 X..70 extended packaging URL
90 X..30 internal to trading partners
91-99 X..90 internal to the company
3900-3909 N..15 amount
3910-3919 N3+N..15 amount with currency
3920-3929 N..15 price
3930-3939 N3+N..15 price with currency
3940-3943 N4 percentage off
3950-3955 N6 price per measure
`;

/** 310n to 369n: six digits, n of them after the point (0 to 5); the third digit of some groups is not assigned. */
const measures = ["310-316", "320-337", "340-357", "360-369"];

export type Identifier = {
  readonly ai: string;
  readonly title: string;
  readonly shape: string;
  readonly predefined: boolean;
};

const range = (text: string): string[] => {
  const [first = "", last = first] = text.split("-");
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) =>
    String(Number(first) + at).padStart(first.length, "0"),
  );
};

const listed = rows
  .trim()
  .split("\n")
  .flatMap((row): Identifier[] => {
    const [ais = "", shape = "", ...title] = row.split(" ");
    return range(ais).map((ai) => ({
      ai,
      title: title.join(" "),
      shape: shape.replace("!", ""),
      predefined: shape.startsWith("!"),
    }));
  });

const measured = measures.flatMap(range).flatMap((kind) =>
  range("0-5").map((decimals) => ({
    ai: kind + decimals,
    title: "measure",
    shape: "N6",
    predefined: true,
  })),
);

/** Every identifier by its digits. None is the beginning of another. */
export const identifiers: ReadonlyMap<string, Identifier> = new Map(
  [...listed, ...measured].map((row) => [row.ai, row]),
);
