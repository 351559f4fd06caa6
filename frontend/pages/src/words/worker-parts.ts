import { defineTranslations } from "./translations.ts";

/** The texts that only parts on demand of the worker's page say. They are not in its first script. */
export const workerPartWords = defineTranslations({
  /** On a local stage with sample data, until the first scan. */
  sample: {
    is: "Sample data: | Beispieldaten: | 示例数据：",
    board: "Board | Leitstand | 看板",
    labels: "Labels | Etiketten | 标签",
    api: "API | API | API",
  },
  /** Many scans at once: all of a shelf, or a box with its goods. */
  jobs: {
    moveAll: "Move all {count} | Alle {count} umlagern | 全部移动 {count} 件",
    allOffShelf: "All {count} off shelf | Alle {count} ohne Fach | 全部下架 {count} 件",
    bringAlong: "Bring its goods along | Inhalt mit umlagern | 货物一起移动",
    /** Goods that are no longer on the shelf that the worker saw. They stay where they are. */
    moved: "{count} had moved | {count} lagen woanders | {count} 件已在别处",
  },
  /** A box leaves the warehouse, or has left it. */
  leaving: {
    withGoods: "Has left, with {count} goods | Abgang mit {count} Waren | 连同 {count} 件货物出库",
    /** Before it leaves, by the quantity of the ERP. */
    missing: "Has left, {count} missing | Abgang, {count} fehlen | 出库，缺 {count} 件",
    boxAndGoods:
      "{box} and its {count} goods | {box} mit seinen {count} Waren | {box} 及其 {count} 件货物",
    /** Some of its goods were refused, or were scanned elsewhere since. */
    without:
      "{box} has left, without {goods} | {box} hat das Lager verlassen, ohne {goods} | {box} 已出库，不含 {goods}",
    contents: "Was in the box | War im Karton | 出库时箱内",
    /** Below the number that is saved into it. */
    save: "The box has left | Karton ist schon weg | 此箱已出库",
  },
  /** A short reason for a refusal, by the service's condition; `refused` for all others. */
  late: {
    zongpaiNotFound: "{goods} not in the ERP | {goods} nicht im ERP | {goods} 不在 ERP 中",
    boxNotFound: "{goods}: box not known | {goods}: Karton unbekannt | {goods}：箱号未知",
    duplicateBoxItem: "{goods} already in {box} | {goods} schon in {box} | {goods} 已在 {box} 中",
    itemNotFound: "{goods} not in {box} | {goods} nicht in {box} | {goods} 不在 {box} 中",
    boxedBeyondOrdered:
      "{goods}: more than ordered | {goods}: mehr als bestellt | {goods}：超出订购",
    capExceeded: "{goods}: too many | {goods}: zu viele | {goods}：数量超限",
    categoryNotConfigured: "{goods} not configured | {goods} nicht vorgesehen | {goods} 未配置",
    staleExpectedQuantity:
      "{goods}: changed in {box} | {goods}: in {box} geändert | {goods}：{box} 中已变",
    staleExpectedLocation:
      "{goods}: moved meanwhile | {goods}: inzwischen umgelagert | {goods}：位置已变",
    movedBeyondBoxed: "{goods}: fewer in {box} | {goods}: weniger in {box} | {goods}：{box} 中不足",
    refused: "{goods} refused | {goods} abgelehnt | {goods} 被拒绝",
  },
  /** More about a scan, on its screen and in the list of refusals. */
  scans: {
    allUnderstood: "All understood | Alle verstanden | 全部知道了",
    /** The box holds the goods and the quantity of the scan, perhaps because of this scan. */
    there:
      "The box holds exactly this: nothing is missing. | Genau das ist im Karton: nichts fehlt. | 箱内正是如此，没有缺少。",
    /** The ERP fails on this scan again and again, and not on others; {code} is the code of the service's answer. */
    unjudged:
      "Cannot be judged: {code}. It waits here and is sent again. | Nicht zu beurteilen: {code}. Er wartet hier und wird erneut gesendet. | 无法判定：{code}。保留在本机，将再次发送。",
  },
  /** What a screen on top of the hand asks for. */
  prompts: {
    otherBox: "Scan the other box | Anderen Karton scannen | 扫描目标箱",
    otherShelf: "Scan the other shelf | Anderes Fach scannen | 扫描目标货位",
    howMany: "How many? | Wie viele? | 多少？",
    /** A number that perhaps no hand typed, or above what is ordered. */
    thisMany: "This many? | So viele? | 是这么多吗？",
    /** Below the first two. */
    nothingMoved: "Nothing has moved yet. | Noch ist nichts umgepackt. | 尚未移动。",
  },
  /** The check of a shelf. */
  check: {
    scanned: "scanned | gescannt | 已扫描",
    notHere: "Not here | Nicht hier | 不在此处",
    belongs: "{label} belongs to {shelf} | {label} gehört in {shelf} | {label} 应在 {shelf}",
    unplaced:
      "{label} is not recorded here | {label} ist hier nicht gebucht | {label} 未记录在此处",
    aside: "Put it aside. | Beiseite legen. | 请放到一边。",
    /** Goods that are recorded on this shelf now. */
    moved: "{goods} moved here | {goods} hierher gebucht | {goods} 已移到此处",
    moveHere: "Move here | Hierher buchen | 移到此处",
    show: "Scan this at the board. | Am Leitstand scannen. | 请在看板处扫描此码。",
    tooMany:
      "Too many goods for one code. | Zu viel Ware für einen Code. | 货物太多，一个码放不下。",
  },
  /** The heading for the list of a shelf in hand, and its sums. */
  onThisShelf: "On this shelf | Im Fach | 此货位",
  put: "{count} put | {count} neu | 放上 {count}",
  putOf:
    "{count} put now, {total} here | {count} neu, {total} hier | 本次放上 {count}，此处共 {total}",
  erase: "Delete the last digit | Letzte Ziffer löschen | 删除一位",
  countOn:
    "Scan it again to count, or type. | Erneut scannen oder tippen. | 再次扫描计数，或输入。",
  /** The number may come from another label on the goods. */
  fromLabel:
    "From a label? Touch to save | Von einem Etikett? Zum Speichern tippen | 来自标签？轻触以保存",
  /** More than ordered or configured, on the button that saves it. Some sites do not refuse it. */
  tooMany: "{count} too many | {count} zu viel | 多出 {count}",
  holds: "{count} in {box} now | Jetzt {count} in {box} | {box} 中现有 {count}",
  headroom: {
    full: "Full | Voll | 已满",
    boxed: "{count} boxed | {count} gepackt | 已装 {count}",
    none: "These goods have no attachments. | Zu dieser Ware gehört nichts. | 此货物无配件。",
  },
  found: {
    boxed: "Boxed | Gepackt | 已装箱",
    complete: "complete | vollständig | 齐全",
    lacks: "{count} missing | {count} fehlen | 缺 {count}",
    noErp: "Not in the ERP | Dem ERP nicht bekannt | ERP 中没有",
    scannedHere: "This device scanned: | Dieses Gerät hat gescannt: | 本机扫描过：",
  },
  me: {
    signedIn: "Signed in at {time} | Angemeldet um {time} | {time} 登录",
    stays: "{code} stays in hand. | {code} bleibt in Arbeit. | {code} 保持在手。",
    whatSent: "What does my scanner send? | Was sendet mein Scanner? | 扫描枪发送什么？",
    louder: "Louder | Lauter | 更响",
    on: "On | An | 开",
    off: "Off | Aus | 关",
  },
  device: {
    hint: "None of it is recorded. | Nichts davon wird gebucht. | 不会记录任何内容。",
    keys: "Keys: {count}, {apart} ms apart | Tasten: {count}, alle {apart} ms | 按键：{count} 个，间隔 {apart} 毫秒",
    text: "One text: {count} characters | Ein Text: {count} Zeichen | 一段文本：{count} 个字符",
    ended: "Ended by | Ende | 结束键",
    nothing: "nothing | keins | 无",
    understood: "Understood as | Verstanden als | 识别为",
    card: "a key card | eine Schlüsselkarte | 密钥卡",
    separator: "GS1 separator | GS1-Trennzeichen | GS1 分隔符",
    keyboard: "Keyboard | Tastatur | 键盘",
    notUs: "not US | nicht US | 非美式",
    change: {
      correct:
        "This scanner is set up correctly | Dieser Scanner ist richtig eingestellt | 扫描枪设置正确",
      again:
        "Right {count} of 3 times: scan the same label again | {count} von 3 Mal richtig: dasselbe Etikett noch einmal scannen | 3 次中 {count} 次正确：请再扫同一标签",
      gs1: "Three times the same. Now scan a GS1 label | Dreimal gleich. Jetzt ein GS1-Etikett scannen | 三次相同。请再扫一个 GS1 标签",
      end: "Switch “{end} after the label” on | „{end} nach dem Etikett“ einschalten | 请开启“标签后加 {end}”",
      prefix:
        "Switch the prefix off: {keys} comes before the label | Präfix ausschalten: vor dem Etikett kommt {keys} | 请关闭前缀：标签前有 {keys}",
      combination:
        "{keys} comes inside the label: send only characters | {keys} kommt mitten im Etikett: nur Zeichen senden | 标签中有 {keys}：请只发送字符",
      separatorKeys:
        "The GS1 separator comes as {keys} and can get lost: send it as a character | Das GS1-Trennzeichen kommt als {keys} und kann verloren gehen: als Zeichen senden | GS1 分隔符以 {keys} 发送，可能丢失：请作为字符发送",
      separator:
        "The GS1 separator is lost: send FNC1 as a character | Das GS1-Trennzeichen fehlt: FNC1 als Zeichen senden | GS1 分隔符丢失：请将 FNC1 作为字符发送",
      layout:
        "The scanner has another keyboard layout | Der Scanner hat eine andere Tastatur | 请将扫描枪键盘布局设为与本机相同",
      compare:
        "Does the label say {label}? Then the scanner has another keyboard layout | Steht auf dem Etikett {label}? Dann hat der Scanner eine andere Tastatur | 标签上是 {label}？若是，请将扫描枪键盘布局设为与本机相同",
      case: "Switch Caps Lock off | Feststelltaste ausschalten | 请关闭大写锁定",
      identifier: "Switch AIM identifiers on | AIM-Kennungen einschalten | 请开启 AIM 标识符",
      noIdentifier: "Switch AIM identifiers off | AIM-Kennungen ausschalten | 请关闭 AIM 标识符",
    },
  },
});
