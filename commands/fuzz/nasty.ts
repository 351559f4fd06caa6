const within = (characters: Iterable<string>) =>
  Array.from(characters, (character) => `A${character}1`);

const controls = within(Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)));
const invisible = within(
  "\u007f\u0080\u0085\u009f\u00a0\u00ad\u034f\u061c\u115f\u1680\u180e\u2000\u2009\u200b\u200c\u200d\u200e\u200f\u2028\u2029" +
    "\u202a\u202e\u202f\u205f\u2060\u2061\u2066\u2069\u206f\u3000\u3164\ufe0f\ufeff\uffa0\ufff9\ufffc\ufffd\uffff",
);
const unicode =
  "\ud800 \udc00 A\udfffB \u{1f4e6} \u{e0001}A \u{10ffff} １２３ ٣ e\u0301 \u00e9 ﬀ ß İ ı K Å Ａ１ А1 BX٤".split(
    " ",
  );
const words =
  "__proto__ constructor prototype toString hasOwnProperty null undefined NaN Infinity true false nil None".split(
    " ",
  );

/** What breaks SQL, templates, markup, shells, headers, files and DynamoDB's own expressions and keys. */
const attacks = [
  ...String.raw`%27%20OR%201=1 {{7*7}} #{7*7} <script>alert(1)</script> javascript:alert(1) ../../etc/passwd ..\..\windows\system32
file:///etc/passwd /dev/null C:\con $(id) %s%s%s%n %00 %0d%0aSet-Cookie:a=b *)(uid=*))(|(uid=* {"$gt":""} {"S":"x"} [] {} =1+1 +1 -1
@SUM(1) begins_with(pk,:x) attribute_exists(pk) #name :value A#B ~off Z#PO1 k#x s#x`.split(/\s/),
  ...[
    "' OR 1=1 --",
    "'; DROP TABLE erp_goods; --",
    '" OR ""="',
    "1; SELECT pg_sleep(10)",
    "<img src=x onerror=alert(1)>",
  ],
  ...[
    "| cat /etc/passwd",
    "&& id",
    "() { :; }; id",
    "<!ENTITY x SYSTEM 'file:///etc/passwd'>",
    "$\u007b7*7}",
  ],
];

const texts = [
  ...["", " ", "  ", " A1", "A1 ", "A 1", "A\r\nX-Injected: 1", "$\u007b7*7}"],
  ..."a A 0 00 - -- A--1 -A1 A1- _ . , / \\ \" ' ` A,B A;B A|B A&B=C A=B A+B A%20B ? !".split(" "),
  ...[32, 33, 100, 101, 1_000].map((length) => "A".repeat(length)),
  ...[
    "A-".repeat(50),
    "ä".repeat(100),
    "\u{1f4e6}".repeat(50),
    "9".repeat(400),
    "\u0301".repeat(60),
  ],
];

const numbers = "0 1 -1 0.1 0.01 0.001 1e-7 1.5 99999 100000 5000 5000.01 1e15 1e21 1e300 5e-324"
  .split(" ")
  .map(Number);

const instants =
  `2026-11-21 2026-11-21T09:30:00 2026-11-21T09:30:00Z 2026-02-30T09:30:00Z 2026-11-21T25:00:00Z 2026-11-21T09:30:60Z
2026-11-21T09:30:00+99:00 1969-12-31T23:59:59Z 0000-01-01T00:00:00Z 9999-12-31T23:59:59Z +275760-09-13T00:00:00Z 1700000000000`.split(
    /\s/,
  );

const others = JSON.parse(
  '[null,true,false,[],{},[[]],[null],["A1"],{"a":1},{"S":"A1"},{"toString":"A1"},[1,2,3],{"length":1},[{}],{"__proto__x":1}]',
) as readonly unknown[];

/** Values that have broken services before, each to be tried in every field. */
export const nastyValues: readonly unknown[] = [
  ...[texts, controls, invisible, unicode, words, attacks, numbers, instants, others].flat(),
  ...[-0, 2 ** 31, 2 ** 53, 2 ** 53 + 2],
];
