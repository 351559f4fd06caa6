import { alike } from "./alike.ts";

/** What both pages say. */
export const both = alike({
  kinds: {
    goods: "Goods | Ware | 货物",
    box: "Box | Karton | 箱子",
    shelf: "Shelf | Fach | 货位",
    place: "Place | Platz | 位置",
    attachment: "Attachment | Zubehör | 配件",
    attachments: "Attachments | Zubehör | 配件",
  },
  /** What becomes of a scan. */
  lines: {
    shelved: "{goods} on {shelf} | {goods} in {shelf} | {goods} 放到 {shelf}",
    offShelf: "{goods} off shelf | {goods} ausgelagert | {goods} 下架",
    boxed: "{goods} × {count} in {box} | {goods} × {count} in {box} | {goods} × {count} 装入 {box}",
    unboxed: "{goods} out of {box} | {goods} aus {box} | {goods} 从 {box} 取出",
    moved:
      "{goods} × {count} from {box} into {other} | {goods} × {count} aus {box} in {other} | {goods} × {count} 从 {box} 移到 {other}",
    /** In the place of `{goods}` above. */
    attachment: "{category} of {goods} | {category} zu {goods} | {goods} 的{category}",
  },
  offShelf: "Off shelf | Ausgelagert | 已下架",
  inTheBox: "In the box | Im Karton | 箱内",
  since: "since {time} | seit {time} | 自 {time}",
  copyFrom: "ERP copy from {time} | ERP-Kopie von {time} | ERP 副本：{time}",
  of: "{count} of {total} | {count} von {total} | {count} / {total}",
  left: "{count} left | noch {count} | 还可装 {count}",
  noLimit: "No limit | Unbegrenzt | 不限",
  cancel: "Cancel | Abbrechen | 取消",
  change: "Change | Ändern | 更改",
  unknownKey: "This key is not known. | Diese Karte ist nicht bekannt. | 此密钥无效。",
});
