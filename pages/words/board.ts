import { defineTranslations } from "./translations.ts";

/** The texts of the supervisor's page. */
export const boardWords = defineTranslations({
  print: "Print label | Etikett drucken | 打印标签",
  unprintable:
    "The scanners of this site read no such label. | Die Scanner hier lesen kein solches Etikett. | 本站点的扫描器无法读取此标签。",
  title: "Warehouse | Lager | 仓库",
  copyAge: "ERP copy {age} old | ERP-Kopie {age} alt | ERP 副本：{age}前",
  more: "More | Mehr | 更多",
  /** A link to a whole list. */
  all: "All {count} | Alle {count} | 全部 {count}",
  /** For repeats of a scan or of a refusal. */
  times: "{count} times since {time} | {count}-mal seit {time} | 自 {time} 起 {count} 次",
  sinceBy: "since {time}, {who} | seit {time}, {who} | 自 {time}，{who}",
  leave: "Leave without saving? | Verlassen, ohne zu speichern? | 不保存就离开？",
  /** For the check of a shelf. */
  check: {
    title: "Check | Prüfung | 盘点",
    from: "Found at {time} by {who}; compared with what is recorded now. | Gefunden um {time}, {who}; verglichen mit dem jetzt Gebuchten. | {time} 由 {who} 盘点；与当前记录对比。",
    found: "Found | Gefunden | 盘点结果",
    now: "Recorded now | Jetzt gebucht | 当前记录",
    moveTo: "Move to {shelf} | Nach {shelf} buchen | 移到 {shelf}",
    off: "Off shelf | Auslagern | 下架",
  },
  areas: {
    title: "Areas | Bereiche | 区域",
    more: "{count} more shelves | {count} weitere Fächer | 还有 {count} 个货位",
    other: "Other areas | Andere Bereiche | 其他区域",
  },
  off: {
    /** Follows the number of goods. */
    oldest: "oldest {age} | älteste {age} | 最久 {age}",
    none: "Everything is on a shelf. | Alles liegt in einem Fach. | 所有货物都在货位上。",
    long: "Longer than a day | Länger als ein Tag | 超过一天",
    today: "Less than a day | Kürzer als ein Tag | 不到一天",
  },
  refused: {
    title: "Refused today | Heute abgelehnt | 今日被拒绝",
  },
  found: {
    shelfIn: "Shelf in {area} | Fach in {area} | {area} 区货位",
    none: "This is no label of goods, of a box or of a shelf here. | Kein Etikett von Ware, Karton oder Fach dieses Lagers. | 这不是本仓库货物、箱子或货位的标签。",
    many: "The labels of this site do not tell what it is. | Am Etikett ist nicht zu erkennen, was es ist. | 从标签无法判断是什么。",
  },
  columns: {
    for: "For | Dauer | 时长",
    since: "Since | Seit | 起始",
    by: "By | Von | 操作人",
    note: "Note | Notiz | 备注",
    stands: "Stands | Steht | 所在位置",
    quantity: "Quantity | Menge | 数量",
    category: "Category | Art | 类别",
    evidence: "Evidence | Nachweis | 凭证",
    boxed: "Boxed | Gepackt | 已装箱",
  },
  goods: {
    ordered: "Ordered | Bestellt | 订购",
  },
  history: {
    title: "History | Verlauf | 历史",
    earlier: "Earlier | Früher | 更早",
    lines: {
      shelved: "on {shelf} | in {shelf} | 放到 {shelf}",
      relocated: "{before} → {shelf} | {before} → {shelf} | {before} → {shelf}",
      off: "off shelf | ohne Fach | 下架",
      takenOff: "{before} → off shelf | {before} → ohne Fach | {before} → 下架",
      boxed: "{count} into {box} | {count} in {box} | {count} 装入 {box}",
      corrected:
        "{before} → {count} in {box} | {before} → {count} in {box} | {box} 中 {before} → {count}",
      unboxed: "out of {box} | aus {box} | 从 {box} 取出",
      moved:
        "{count} from {box} into {other} | {count} aus {box} in {other} | {count} 从 {box} 移到 {other}",
      left: "has left | hat das Lager verlassen | 已出库",
      /** `what` is one of the lines above. */
      note: "{what}: {note} | {what}: {note} | {what}：{note}",
      late: "{what}: scanned {time}, came late, a newer scan stands | {what}: gescannt {time}, kam zu spät, ein neuerer Scan gilt | {what}：{time} 扫描，迟到，以更新的扫描为准",
      configured: "Configured: {list} | Festgelegt: {list} | 已配置：{list}",
      configuredNone: "Configured: no attachments | Festgelegt: kein Zubehör | 已配置：无配件",
      unlimited: "{category} without limit | {category} unbegrenzt | {category} 不限",
    },
  },
  box: {
    here: "Here | Hier | 此处",
    missing: "Missing | Es fehlen | 缺少",
    notCounted: "the ERP tells no number | das ERP nennt keine Menge | ERP 未提供数量",
    tooMany: "Too many | Zu viel | 多出",
    goods: "Goods: {count} | Ware: {count} | 货物：{count}",
    attachments: "{count} attachments missing | Zubehör fehlt: {count} | 缺 {count} 个配件",
    lacks: "{count} missing | {count} fehlen | 缺 {count}",
  },
  config: {
    would: "What saving would do | Was das Speichern bewirkt | 保存的结果",
    nothing: "Nothing is changed yet. | Noch nichts geändert. | 尚无更改。",
    blocked: "blocked | gesperrt | 受阻",
    removed: "removed | entfernt | 删除",
    changed: "changed | geändert | 更改",
    added: "added | neu | 新增",
    blockedHint:
      "Nothing is saved while something is blocked. | Solange etwas gesperrt ist, wird nichts gespeichert. | 有受阻项时无法保存。",
    save: "Save changes: {count} | Änderungen speichern: {count} | 保存更改：{count}",
    /** Above the changes that other persons saved since the form was opened. */
    meanwhile:
      "Changed meanwhile by someone else | Inzwischen von anderen geändert | 其间他人所做的更改",
    notSaved:
      "Your changes are not saved yet. Check them, then save. | Die eigenen Änderungen sind noch nicht gespeichert. Erst prüfen, dann speichern. | 您的更改尚未保存。请先核对，再保存。",
    forbidden:
      "This key may not change it. | Dieser Schlüssel darf das nicht ändern. | 此密钥无权更改。",
    wholeNumber:
      "Type a whole number from {least} to {most}. | Eine ganze Zahl von {least} bis {most} eingeben. | 请输入 {least} 到 {most} 之间的整数。",
    number:
      "Type a number from {least} to {most}, with at most {decimals} decimals. | Eine Zahl von {least} bis {most} eingeben, mit höchstens {decimals} Nachkommastellen. | 请输入 {least} 到 {most} 之间的数，最多 {decimals} 位小数。",
    quantityOf: "Quantity of {category} | Menge {category} | {category}数量",
    inMore:
      "{category}: in more boxes | {category}: in weiteren Kartons | {category}：还在其他箱中",
  },
  key: {
    title: "This page needs a key | Diese Seite braucht einen Schlüssel | 本页需要密钥",
    hint: "Scan or type the one that was printed for this desk. | Den für diesen Tisch gedruckten scannen oder eintippen. | 扫描或输入为本工位打印的密钥。",
  },
});
