import { defineTranslations } from "./translations.ts";

/** The texts of both pages. */
export const sharedWords = defineTranslations({
  kinds: {
    goods: "Goods | Ware | 货物",
    box: "Box | Karton | 箱子",
    shelf: "Shelf | Fach | 货位",
    place: "Place | Platz | 位置",
    attachments: "Attachments | Zubehör | 配件",
    key: "Key | Schlüssel | 密钥",
    label: "Label | Etikett | 标签",
  },
  /** The effect of a scan. */
  lines: {
    shelved: "{goods} on {shelf} | {goods} in {shelf} | {goods} 放到 {shelf}",
    offShelf: "{goods} off shelf | {goods} ohne Fach | {goods} 下架",
    boxed: "{goods} × {count} in {box} | {goods} × {count} in {box} | {goods} × {count} 装入 {box}",
    unboxed: "{goods} out of {box} | {goods} aus {box} | {goods} 从 {box} 取出",
    moved:
      "{goods} × {count} from {box} into {other} | {goods} × {count} aus {box} in {other} | {goods} × {count} 从 {box} 移到 {other}",
    left: "{goods} has left | {goods} hat das Lager verlassen | {goods} 已出库",
    /** Replaces `{goods}` in the lines above. */
    attachment: "{category} of {goods} | {category} zu {goods} | {goods} 的{category}",
  },
  states: {
    online: "Online | Online | 在线",
    offline: "Offline | Offline | 离线",
    unanswered: "No answer | Keine Antwort | 无应答",
    held: "Sign in | Anmelden | 请登录",
  },
  asking: "One moment… | Einen Moment… | 请稍候…",
  anything: "Goods, a box or a shelf | Ware, Karton oder Fach | 货物、箱子或货位",
  empty: "Nothing recorded here. | Hier ist nichts gebucht. | 此处无记录。",
  nowhere: "No place recorded | Kein Platz gebucht | 无位置记录",
  andMore: "There is more than shown here. | Es gibt mehr, als hier steht. | 还有未显示的内容。",
  noneRefused: "Nothing refused | Nichts abgelehnt | 没有被拒绝的",
  boxes: "Boxes | Kartons | 箱子",
  /** A column heading: the quantity that may still be boxed. */
  open: "Left | Offen | 可装",
  onTheShelf: "On the shelf | Im Fach | 货位上",
  language: "Language | Sprache | 语言",
  /** Each word follows a number in the check of a shelf. */
  sums: {
    right: "right | richtig | 正确",
    missing: "missing | fehlt | 缺少",
    elsewhere: "elsewhere | anderswo | 在别处",
  },
  offShelf: "Off shelf | Ohne Fach | 已下架",
  inTheBox: "In the box | Im Karton | 箱内",
  since: "since {time} | seit {time} | 自 {time}",
  copyFrom: "ERP copy from {time} | ERP-Kopie von {time} | ERP 副本：{time}",
  /** A count of only the first page of a list. */
  orMore: "{count} or more | {count} oder mehr | {count} 或更多",
  of: "{count} of {total} | {count} von {total} | {count} / {total}",
  left: "{count} left | Noch {count} | 还可装 {count}",
  noLimit: "No limit | Beliebig | 不限",
  /** The effect of saving a number. */
  save: "Box {count} | {count} packen | 装箱 {count}",
  setTo: "Set to {count} | Auf {count} ändern | 改为 {count}",
  add: "Add {count} | {count} dazu | 增加 {count}",
  /** The second line of a save button: the new quantity in the box. */
  inBoxThen: "{count} in the box | {count} im Karton | 箱内 {count}",
  fewer: "{count} fewer | {count} weniger | 少 {count}",
  extra: "{count} more | {count} mehr | 多 {count}",
  keep: "Keep {count} | {count} lassen | 保持 {count}",
  cancel: "Cancel | Abbruch | 取消",
  change: "Change | Ändern | 更改",
  signOut: "Sign out | Abmelden | 退出登录",
  unknownKey: "This key is not known. | Diese Karte ist nicht bekannt. | 此密钥无效。",
});
