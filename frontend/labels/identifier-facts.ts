/**
 * All GS1 application identifiers (GS1 General Specifications, section 3.2), each line with what their values are made of. N: digits, X: the
 * 82 characters of section 7.11, Y: its 39 characters, Z: base64. A number is a length, `..` up to that length, `c` a check digit at the end,
 * `?` a part that may be absent. `*`: the value has this length even without FNC1 behind it (section 7.8.5). Identifiers are a regular
 * expression.
 */
export const identifierFacts = `
N18c* 00
N14c* 0[1-3]
N13c* 41[0-7]
N6* 1[1-35-7]|3(?:1[0-6]|[246]\\d|3[0-7]|5[0-7])[0-5]
N2* 20
N18c 801[78]
N17c 402
N14cN4 80[02]6
N14cX..16? 8003
N13cX..17? 253
N13cN..12? 255
N32 8042
N18N..2? 8043
N15 804[01]
N14 8001
N13 7001
N12 7251
N10 432[45]|7003
N20 4309
N8 7250
N6 395[0-5]|4326|7006|8005
N4 394[0-3]|8111
N3 42[246]
N2 7241
N1 432[1-3]|7252
N8N2?N2? 8008
N6N6? 7007
N6N4? 7011
N6X1? 433[0-3]
N3N3?N3?N3?N3? 42[35]
N3N..15 39[13]\\d
N3X..9 421
N3X..27 703\\d
N1X3 7040
N..15 39[02]\\d
N..12 8011
N..10 8019
N..8 3[07]
N..6 242
N..4 7004
X2 43[01]7
X3 7258
X2X..28 723\\d
X..2 7010
X..3 427|7008
X..4 7041
X..10 7009|7255
X..12 7005
X..20 10|2[12]|243|254|420|4318|702[0-2]|71[0-7]|7240|80[01]2
X..25 7242|801[34]|8020
X..28 235
X..30 2[45][01]|40[013]|4308|4319|7002|7023|8004|90
X..34 8007
X..35 43[01][01]|4320
X..40 725[349]
X..50 8009
X..70 43[01][2-6]|7257|811[02]|8200
X..90 7256|9[1-9]
Y..30 8010
Z..90 8030`;
