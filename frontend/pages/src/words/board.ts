import { defineTranslations } from "./translations.ts";

/** The texts of the supervisor's page. */
export const boardWords = defineTranslations({
  skip: "To the result | Zum Ergebnis | 跳到结果",
  print: "Print label | Etikett drucken | 打印标签",
  unprintable:
    "This site's scanners cannot read such a label. | Die Scanner hier lesen kein solches Etikett. | 本站点的扫描器无法读取此标签。",
  title: "Warehouse | Lager | 仓库",
  copyAge: "ERP copy {age} old | ERP-Kopie {age} alt | ERP 副本：{age}前",
  more: "More | Mehr | 更多",
  /** A link to a whole list. */
  all: "All {count} | Alle {count} | 全部 {count}",
  /** Repeats of a scan or of a refusal. */
  times: "{count} times since {time} | {count}-mal seit {time} | 自 {time} 起 {count} 次",
  sinceBy: "since {time}, {who} | seit {time}, {who} | 自 {time}，{who}",
  leave: "Leave without saving? | Verlassen, ohne zu speichern? | 不保存就离开？",
  /** The check of a shelf. */
  check: {
    title: "Check | Prüfung | 盘点",
    from: "Found at {time} by {who}; compared with what is recorded now. | Gefunden um {time}, {who}; verglichen mit dem jetzt Gebuchten. | {time} 由 {who} 盘点；与当前记录对比。",
    found: "Found | Gefunden | 盘点结果",
    now: "Recorded now | Jetzt gebucht | 当前记录",
    moveTo: "Move to {shelf} | Nach {shelf} buchen | 移到 {shelf}",
    off: "Off shelf | Auslagern | 下架",
  },
  /** The acts. `subject` precedes the field for a number or a place. */
  acts: {
    setTo: "Set to… | Ändern… | 改为…",
    moveTo: "Move to… | Umbuchen… | 移到…",
    takeOut: "Take out | Entnehmen | 取出",
    offShelf: "Off shelf | Auslagern | 下架",
    left: "Has left | Abgang | 已出库",
    leftMissing: "Has left, {count} missing | Abgang, {count} fehlen | 出库，缺 {count} 件",
    moveNumber: "Move {count} to {box} | {count} in {box} umpacken | 移动 {count} 到 {box}",
    subject: "{item}: | {item}: | {item}：",
    boxedSubject:
      "{item} in {box}, now {count}: | {item} in {box}, jetzt {count}: | {box} 中 {item}，现为 {count}：",
    toBox: "To which box | In welchen Karton | 目标箱",
    toShelf: "To which shelf | In welches Fach | 目标货位",
    lookInErp: "Look in the ERP | Im ERP nachsehen | 查询 ERP",
    settle: "Settle… | Klären… | 处理…",
    seen: "Seen | Gesehen | 已看到",
    seenAt: "Seen {time} | Gesehen um {time} | {time} 已看到",
    settledAt: "Settled {time}: {what} | Geklärt um {time}: {what} | {time} 已处理：{what}",
    tryAgain: "Try again | Noch einmal | 重试",
  },
  /** The state after an act. */
  afterwards: {
    boxed: "Then {count} are boxed. | Dann sind {count} gepackt. | 之后已装箱 {count}。",
    boxedOf:
      "Then {count} of {total} are boxed. | Dann sind {count} von {total} gepackt. | 之后已装箱 {count} / {total}。",
    inBox:
      "Then {box} holds {count} in all. | Dann sind in {box} zusammen {count}. | 之后 {box} 共有 {count}。",
    inBoxOf:
      "Then {box} holds {count} of {total}. | Dann sind {count} von {total} in {box}. | 之后 {box} 中有 {count} / {total}。",
    ofThese:
      "Then {box} holds {count} of these. | Dann sind davon {count} in {box}. | 之后 {box} 中有其中 {count}。",
    moved:
      "Then {other} holds {count} of these, and {box} {left}. | Dann sind davon {count} in {other} und {left} in {box}. | 之后其中 {count} 在 {other}，{left} 在 {box}。",
    onShelf:
      "Then {item} is on {shelf}. | Dann liegt {item} in {shelf}. | 之后 {item} 在 {shelf}。",
    offShelf: "Then {item} is off shelf. | Dann ist {item} ohne Fach. | 之后 {item} 已下架。",
    left: "Then {item} has left. Boxed items stay boxed. | Dann hat {item} das Lager verlassen. Gepacktes bleibt gepackt. | 之后 {item} 已出库，装箱记录不变。",
    leftWith:
      "Then {item} has left, with its goods ({count}). Boxed items stay boxed. | Dann hat {item} das Lager verlassen, mit seinen Waren ({count}). Gepacktes bleibt gepackt. | 之后 {item} 及其 {count} 件货物已出库，装箱记录不变。",
    contents:
      "The contents of the box keep their own place. | Der Inhalt behält seinen eigenen Platz. | 箱内货物位置不变。",
  },
  /** Why an act cannot be sent, or its outcome. */
  actNotes: {
    /** The first of several writes are recorded, and these are not. */
    without: "Recorded, without {goods}. | Gebucht, ohne {goods}. | 已记录，不含 {goods}。",
    number:
      "A number from {least} to {most}. | Eine Zahl von {least} bis {most}. | {least} 到 {most} 的数。",
    noBox: "{code} is not a box here. | {code} ist hier kein Karton. | {code} 不是本仓库的箱子。",
    noShelf: "{code} is not a shelf here. | {code} ist hier kein Fach. | {code} 不是本仓库的货位。",
    sameBox:
      "{code} is the box it comes from. | {code} ist der Karton, aus dem es kommt. | {code} 就是原来的箱子。",
    sending:
      "No answer yet. Trying again. | Noch keine Antwort. Es wird wieder gesendet. | 尚无应答，正在重新发送。",
    sendingOnce:
      "No answer yet. Trying again; it counts once. | Noch keine Antwort. Es wird wieder gesendet und zählt einmal. | 尚无应答，正在重新发送，只计一次。",
    /** After a cancelled write that was not sent. */
    notSent: "Nothing was sent. | Nichts gesendet. | 未发送。",
    unsure:
      "It may already be recorded. Check before you repeat it. | Vielleicht ist es schon gebucht: erst nachsehen, dann noch einmal. | 可能已记录：请先查看再重试。",
    /** For a refusal whose requested state has been recorded since. */
    there: "This is already recorded. | Das ist schon so. | 已经如此。",
    notInErp:
      "{goods} is still not in the ERP. | {goods} ist noch immer nicht im ERP. | ERP 中仍没有 {goods}。",
    nothingPasses:
      "No correction would be accepted now. | Nichts davon ginge jetzt durch. | 现在无法通过。",
  },
  /** The list of boxes. `toShip`, `complete`, `missing` and `left` are facts. */
  boxList: {
    toShip: "To ship | Zu versenden | 待发货",
    complete: "Pieces complete | Stückzahl voll | 件数齐全",
    missing: "Pieces missing | Fehlende Teile | 缺少件数",
    left: "Has left | Abgang | 已出库",
    leftAt: "Has left {time} | Abgang {time} | {time} 已出库",
    inBoxes: "boxes: {count} | Kartons: {count} | 箱数：{count}",
    offFor: "Off shelf, {age} | Ohne Fach, {age} | 已下架，{age}",
    large: "too large to count | zu groß zum Zählen | 过大，未计数",
    none: "No box is to leave on this day. | An diesem Tag soll kein Karton raus. | 当天没有要发货的箱子。",
    nextDay: "The next day | Der nächste Tag | 次日",
    day: "Day | Tag | 日期",
    readAt: "read {time} | gelesen {time} | {time} 读取",
    readAgain: "Read again | Neu lesen | 重新读取",
    erpAway:
      "The ERP does not answer, so these are the boxes with a place, with the numbers of its last answer. | Das ERP antwortet nicht: hier sind die Kartons mit Platz, mit den zuletzt gelesenen Mengen. | ERP 无应答：以下为有位置的箱子，数量取自上次应答。",
    withoutDay:
      "The ERP has no day here, so these are the boxes with a place. | Das ERP nennt hier keinen Tag: hier sind die Kartons mit Platz. | ERP 未提供日期：以下为有位置的箱子。",
  },
  packing: {
    title: "Packing list | Packliste | 装箱单",
    many: "Packing lists: {count} | Packlisten: {count} | 装箱单：{count}",
    pieces: "Pieces | Teile | 件数",
    product: "Product | Artikel | 品名",
    checked: "Checked | Geprüft | 核对",
    inTheBox: "Pieces in the box | Teile im Karton | 箱内件数",
    packedBy: "Packed by | Gepackt von | 装箱人",
    date: "Date | Datum | 日期",
    printed:
      "Printed {time}, from what is recorded. | Gedruckt {time}, nach dem Gebuchten. | {time} 打印，依据已记录的内容。",
    lacksPieces:
      "Not complete: {pieces} pieces missing. | Nicht vollständig: {pieces} Teile fehlen. | 不齐全：缺 {pieces} 件。",
    hasTooMany: "{pieces} pieces too many. | {pieces} Teile zu viel. | 多 {pieces} 件。",
    lacksAttachments:
      "Not complete: {count} attachments missing. | Nicht vollständig: Zubehör fehlt: {count}. | 不齐全：缺 {count} 个配件。",
    notCounted:
      "The ERP gives no number of pieces. | Das ERP nennt keine Stückzahl. | ERP 未提供件数。",
  },
  areas: {
    title: "Areas | Bereiche | 区域",
    more: "{count} more shelves | {count} weitere Fächer | 还有 {count} 个货位",
    other: "Other areas | Andere Bereiche | 其他区域",
  },
  off: {
    /** Shown after the number of goods. */
    oldest: "oldest {age} | älteste {age} | 最久 {age}",
    none: "Everything is on a shelf. | Alles liegt in einem Fach. | 所有货物都在货位上。",
    long: "Longer than a day | Länger als ein Tag | 超过一天",
    today: "Less than a day | Kürzer als ein Tag | 不到一天",
    /** Boxes off the shelf, none of whose goods has a place. */
    gone: "Left with their goods: {count} | Mit ihrer Ware abgegangen: {count} | 已随货出库：{count}",
  },
  refused: {
    /** Shown after the number of refusals. */
    open: "{count} open | {count} offen | {count} 待处理",
    title: "Refused, 24 h | Abgelehnt, 24 Std. | 24 小时内被拒绝",
    configured:
      "Attachments of {goods} changed | Zubehör zu {goods} geändert | 更改 {goods} 的配件",
    byHour: "Refused by hour | Abgelehnt nach Stunde | 按小时",
    /** The conditions of refusals, in short. */
    reasons: {
      zongpaiNotFound: "Not in the ERP | Nicht im ERP | ERP 中没有",
      boxNotFound: "Unknown box | Unbekannter Karton | 未知箱号",
      duplicateBoxItem: "Already in the box | Schon im Karton | 已在箱中",
      itemNotFound: "Not in the box | Nicht im Karton | 不在箱中",
      boxedBeyondOrdered: "More than ordered | Mehr als bestellt | 超过订购",
      capExceeded: "More than may be boxed | Mehr als zu packen | 超过上限",
      movedBeyondBoxed: "More than boxed | Mehr als gepackt | 超过已装",
      categoryNotConfigured: "Not configured | Nicht festgelegt | 未配置",
      staleExpectedQuantity: "Changed meanwhile | Inzwischen geändert | 期间已更改",
      staleExpectedLocation: "Moved meanwhile | Inzwischen umgebucht | 期间已移动",
      other: "Other reasons | Andere Gründe | 其他原因",
    },
  },
  found: {
    shelfIn: "Shelf in {area} | Fach in {area} | {area} 区货位",
    none: "This is not a label for goods, a box or a shelf here. | Kein Etikett von Ware, Karton oder Fach dieses Lagers. | 这不是本仓库货物、箱子或货位的标签。",
    many: "The label does not show what it is. | Am Etikett ist nicht zu erkennen, was es ist. | 从标签无法判断是什么。",
  },
  columns: {
    for: "For | Dauer | 时长",
    since: "Since | Seit | 起始",
    by: "By | Von | 操作人",
    note: "Note | Notiz | 备注",
    stands: "Place | Steht | 所在位置",
    state: "State | Stand | 状态",
    lastScan: "Last scan | Letzter Scan | 最近扫描",
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
      late: "{what}: scanned {time}, arrived late, a newer scan counts | {what}: gescannt {time}, kam zu spät, ein neuerer Scan gilt | {what}：{time} 扫描，迟到，以更新的扫描为准",
      configured: "Configured: {list} | Festgelegt: {list} | 已配置：{list}",
      configuredNone: "Configured: no attachments | Festgelegt: kein Zubehör | 已配置：无配件",
      unlimited: "{category} without limit | {category} unbegrenzt | {category} 不限",
    },
  },
  box: {
    here: "Here | Hier | 此处",
    missing: "Missing | Es fehlen | 缺少",
    notCounted: "the ERP gives no number | das ERP nennt keine Menge | ERP 未提供数量",
    tooMany: "Too many | Zu viel | 多出",
    goods: "Goods: {count} | Ware: {count} | 货物：{count}",
    attachments: "{count} attachments missing | Zubehör fehlt: {count} | 缺 {count} 个配件",
    extra: "{count} too many | {count} zu viel | 多 {count}",
    lacks: "{count} missing | {count} fehlen | 缺 {count}",
  },
  config: {
    would: "The effect of saving | Was das Speichern bewirkt | 保存的结果",
    nothing: "Nothing is changed yet. | Noch nichts geändert. | 尚无更改。",
    blocked: "blocked | gesperrt | 受阻",
    removed: "removed | entfernt | 删除",
    changed: "changed | geändert | 更改",
    added: "added | neu | 新增",
    blockedHint:
      "Nothing is saved while something is blocked. | Solange etwas gesperrt ist, wird nichts gespeichert. | 有受阻项时无法保存。",
    save: "Save changes: {count} | Änderungen speichern: {count} | 保存更改：{count}",
    /** The heading above changes that other people saved since the form was opened. */
    meanwhile:
      "Changed by someone else in the meantime | Inzwischen von anderen geändert | 其间他人所做的更改",
    notSaved:
      "Your changes are not saved yet. Check them, then save. | Die eigenen Änderungen sind noch nicht gespeichert. Erst prüfen, dann speichern. | 您的更改尚未保存。请先核对，再保存。",
    forbidden:
      "This key is not allowed to change this. | Dieser Schlüssel darf das nicht ändern. | 此密钥无权更改。",
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
    hint: "Scan or type the key that was printed for this desk. | Den für diesen Tisch gedruckten scannen oder eintippen. | 扫描或输入为本工位打印的密钥。",
  },
});
