import { defineTranslations } from "./translations.ts";

/** The texts of the worker's page. The word for a mode has at most 9 letters, the word for an outcome 20. */
export const workerWords = defineTranslations({
  title: "Scan | Scannen | 扫描",
  /** The word for `kept` must not suggest that the scan is done. The header shows it too. */
  outcomes: {
    recorded: "Recorded | Gebucht | 已记录",
    kept: "Waiting | Wartet | 等待中",
    superseded: "Newer scan | Neuerer Scan | 有更新扫描",
    refused: "Refused | Abgelehnt | 被拒绝",
    "wrong-label": "Wrong label | Falsches Etikett | 标签不对",
    notKept: "Not kept | Nicht gespeichert | 未保存",
    takenBack: "Taken back | Storniert | 已撤回",
    /** A scan without a final Enter, or one that a number on the pad blocks. */
    notTaken: "Not taken | Nicht übernommen | 未采用",
  },
  /** More effects of a scan. */
  news: {
    corrected:
      "{goods} set to {count} in {box} | {goods} auf {count} in {box} | {box} 中 {goods} 改为 {count}",
    /** When the last waiting scan has been sent. */
    allRecorded: "{count} recorded | {count} gebucht | 已记录 {count} 条",
    noneWaits: "Nothing is waiting. | Nichts wartet mehr. | 没有等待中的扫描。",
    /** A newer scan of the same goods is recorded. */
    newerOn: "{goods} is on {shelf} | {goods} liegt in {shelf} | {goods} 在 {shelf}",
    newerOff: "{goods} is off shelf | {goods} ist ohne Fach | {goods} 已下架",
    /** A box was put on a shelf. */
    contents:
      "Its contents keep their own place. | Der Inhalt behält seinen eigenen Platz. | 箱内货物位置不变。",
    since: "Scanned there at {time} | Dort gescannt: {time} | {time} 在该处扫描",
    /** The box changed before the save; `before`: the quantity that the worker saw. */
    stale:
      "{goods}: {count} now, {before} when you looked | {goods}: jetzt {count}, beim Hinsehen {before} | {goods}：现为 {count}，查看时为 {before}",
    sinceBy:
      "{name} at {time}, you at {own} | {name} um {time}, Sie um {own} | {name} {time}，您 {own}",
    /** Under the same name, on another scanner. */
    sinceYou:
      "You at {time} elsewhere, here at {own} | Sie um {time} anderswo, hier um {own} | 您 {time} 在别处，此处 {own}",
  },
  /** The effect of a take-back; `waits`: the take-back is not sent yet. */
  again: {
    waits: "Take back: {what} | Storno: {what} | 撤回：{what}",
    shelved:
      "{goods} is on {shelf} again | {goods} liegt wieder in {shelf} | {goods} 已回到 {shelf}",
    offShelf: "{goods} is off shelf again | {goods} ist wieder ohne Fach | {goods} 恢复为已下架",
    nowhere: "{goods} has no place | {goods} hat keinen Platz | {goods} 没有位置",
    left: "{goods}: has left, as before | {goods}: Abgang, wie zuvor | {goods}：恢复为已出库",
    boxed:
      "{goods} × {count} in {box} again | {goods} × {count} wieder in {box} | {goods} × {count} 已回到 {box}",
    unboxed: "{goods} is not in {box} | {goods} ist nicht in {box} | {goods} 不在 {box} 中",
  },
  /** Below the header's count, if it counts only newer scans. */
  newer: "Newer | Neuerer | 有更新",
  /** A person whose key has no name. */
  somebody: "This scanner | Dieser Scanner | 本机",
  people: {
    notYou:
      "since {time}. Not you? Scan your card. | seit {time}. Nicht Sie? Eigene Karte scannen. | 自 {time}。不是您？请扫描您的卡。",
    ofOther: "Scans of {name}: {count} | Scans von {name}: {count} | {name} 的扫描：{count}",
    theirs:
      "Safe. They are sent under that name. | Sicher. Sie gehen unter diesem Namen hinaus. | 已保存，将以该姓名发送。",
    waitsFor: "Waits for {name} to sign in | Wartet, bis {name} sich anmeldet | 等待 {name} 登录",
  },
  modes: {
    shelve: "Shelve | Einlagern | 上架",
    box: "Box | Packen | 装箱",
    attach: "Attach | Zubehör | 配件",
    look: "Look up | Suchen | 查询",
  },
  /** Labels for screen readers: the prompt, the field, the lists and the bars. */
  labels: {
    next: "Next | Als Nächstes | 下一步",
    /** Tab alone ends a label, so it cannot move the focus. */
    scanner:
      "Scanner. Shift+Tab leads to the buttons. | Scanner. Umschalt und Tab führen zu den Tasten. | 扫描枪。Shift 加 Tab 可移到按键。",
    before: "Before | Zuvor | 之前",
    number: "Number | Anzahl | 数量",
    modes: "What to do | Was zu tun ist | 操作",
  },
  next: {
    /** After a wrong label. */
    first: "{next} first | Erst {next} | 请先{next}",
    shelf: "Scan a shelf | Fach scannen | 扫描货位",
    goods: "Scan goods | Ware scannen | 扫描货物",
    otherGoods: "Scan other goods | Andere Ware scannen | 扫描其他货物",
    goodsOrBox: "Scan goods or a box | Ware/Karton scannen | 扫描货物或箱子",
    box: "Scan a box | Karton scannen | 扫描箱子",
    check: "Scan the shelf to check | Fach zum Prüfen scannen | 扫描要盘点的货位",
    choose: "Choose one | Bitte wählen | 请选择",
    boxOrShelf: "Scan box or shelf | Karton oder Fach scannen | 扫描箱子或货位",
    label: "Scan any label | Etikett scannen | 扫描任意标签",
    key: "Scan your card | Eigene Karte scannen | 扫描您的卡",
    touch: "Touch to scan | Zum Scannen tippen | 轻触后扫描",
    stop: "Stop scanning | Nicht weiterscannen | 停止扫描",
    otherTab: "Open in another tab | In anderem Tab offen | 已在另一标签页打开",
  },
  hints: {
    shelve: "Then the goods on it. | Dann die Ware darin. | 再扫描放上的货物。",
    box: "Then the goods in it. | Dann die Ware darin. | 再扫描装入的货物。",
    attach: "To see what goes with them. | Zeigt, was dazugehört. | 查看所需配件。",
    check:
      "Then everything there. Nothing is moved. | Dann alles, was dort liegt. Nichts wird umgebucht. | 再扫描那里的所有货物，不会移动任何货物。",
    otherTab:
      "Scanning continues there. Close this tab. | Dort geht es weiter. Diesen Tab schließen. | 请在那里继续，关闭本页。",
    key: "Or this scanner's card. | Oder die dieses Scanners. | 或本机的卡片。",
    camera: "Hold still. | Ruhig halten. | 请拿稳。",
  },
  safe: "Safe on this device: {count} | Auf diesem Gerät sicher: {count} | 已存于本机：{count}",
  type: "Type: {what} | {what} eingeben | 输入{what}",
  acts: {
    offShelf: "Off shelf | Ohne Fach | 下架",
    left: "Has left | Abgang | 已出库",
    putDown: "Put down | Ablegen | 放下",
    setTo: "Set to… | Ändern auf… | 改为…",
    takeOut: "Take out {count} | {count} raus | 取出 {count}",
    moveTo: "Move {count} to… | {count} umpacken… | 移动 {count} 到…",
    takeBack: "Take back | Storno | 撤回",
    type: "Type | Tippen | 输入",
    camera: "Camera | Kamera | 相机",
    light: "Light | Licht | 照明",
    backTo: "Back to | Zurück zu | 返回",
    goBack: "Back | Zurück | 返回",
    check: "Check | Prüfen | 盘点",
    /** On a printed command label. The button itself says what it saves. */
    save: "Save | Speichern | 保存",
    done: "Done | Fertig | 完成",
    show: "Show | Zeigen | 出示",
    scanOn: "Continue | Weiter | 继续扫描",
    close: "Close | Fertig | 关闭",
    ok: "OK | OK | 确定",
    seeRefused: "See refused | Abgelehnte | 查看拒绝",
    newVersion: "New version: start again | Neue Version: neu starten | 新版本：重新启动",
    understood: "Understood | Verstanden | 知道了",
    seen: "Seen | Gesehen | 已看到",
    tryAgain: "Try again | Noch einmal | 重试",
  },
  /** A label waits for its end. */
  noEnd:
    "No end yet: press Enter, or scan again | Noch kein Ende: Enter drücken oder neu scannen | 尚未结束：请按回车，或重新扫描",
  notes: {
    again: "Read twice, counted once. | Zweimal gelesen, einmal gezählt. | 读了两次，只算一次。",
    notSent: "Nothing was sent. | Nichts gesendet. | 未发送。",
    finishNumber: "Finish the number first. | Erst die Zahl eingeben. | 请先完成数量。",
    addOrSet:
      "Add or set? Choose one first. | Dazu oder ändern? Erst wählen. | 增加还是改为？请先选择。",
    doubled:
      "The scanner sends each label twice: turn off one output. | Der Scanner sendet jedes Etikett doppelt: einen Weg ausschalten. | 扫描枪每次发送两遍：请关闭其中一种方式。",
    capsLock: "Caps Lock is on. | Die Feststelltaste ist an. | 大写锁定（Caps Lock）已开启。",
    inputMethod:
      "An input method is on: type plain letters. | Eine Eingabemethode ist an: einfache Buchstaben tippen. | 输入法已开启：请切换到英文半角。",
    /** Characters such as <U+200B>. */
    unseen:
      "It holds {what}, which is invisible. | Enthält {what}, was man nicht sieht. | 含有看不见的字符 {what}。",
    noCamera: "No camera is available. | Keine Kamera verfügbar. | 无法使用相机。",
    cannotTakeBack:
      "Cannot be taken back now: its old place is unknown. | Geht jetzt nicht: der vorige Platz ist unbekannt. | 现在无法撤回：原位置不明。",
    plainHttp:
      "Without https, scans are kept less safely, and only while this page is open. | Ohne https: Scans sind weniger sicher, nur solange diese Seite offen ist. | 非 https：扫描保存不够安全，且仅在本页打开时保存。",
    emptied:
      "The browser was cleared: scans are kept less safely. Leave this page open. | Der Browser wurde geleert: Scans sind weniger sicher. Seite offen lassen. | 浏览器数据已清空：扫描保存不够安全。请勿关闭本页。",
    unkept:
      "Scans cannot be kept offline here: wait for the answer to each. | Hier wird offline nichts gespeichert: vor jedem Scan die Antwort abwarten. | 此处无法离线保存：每次须等应答后再扫。",
    keyless:
      "When the network fails, this site may count a scan twice. | Bei Netzausfall zählt ein Scan hier vielleicht doppelt. | 断网时，本站可能重复计数。",
  },
  wrong: {
    goods: "{label} is goods | {label} ist Ware | {label} 是货物",
    box: "{label} is a box | {label} ist ein Karton | {label} 是箱子",
    shelf: "{label} is a shelf | {label} ist ein Fach | {label} 是货位",
    unknown:
      "{label} is not a label of this warehouse | {label} ist kein Etikett dieses Lagers | {label} 不是本仓库的标签",
    unended:
      "{label}: the scanner sends no Enter after a label | {label}: der Scanner sendet kein Enter nach dem Etikett | {label}：扫描枪未在标签后发送回车",
    /** Why the keys of a scanner are no label. */
    pause:
      "{label}: it came with a pause. Scan it again. | {label}: mit einer Pause gesendet. Neu scannen. | {label}：中途有停顿，请重新扫描。",
    keys: "{label}: other keys came with it. Scan it again. | {label}: fremde Tasten kamen dazu. Neu scannen. | {label}：夹带了其他按键，请重新扫描。",
    edited:
      "{label}: it was changed by hand. Scan it again. | {label}: von Hand geändert. Neu scannen. | {label}：被手动改动，请重新扫描。",
    lost: "{label}: a part of it is missing. Scan it again. | {label}: ein Teil fehlt. Neu scannen. | {label}：缺少一部分，请重新扫描。",
    /** For a command label. */
    noKey: "This button is not active now. | Diese Taste geht gerade nicht. | 此按键现在不可用。",
    sameBox:
      "{label} is the box it comes from | {label} ist der Karton, aus dem es kommt | {label} 就是原来的箱子",
    sameShelf:
      "{label} is the shelf it comes from | {label} ist das Fach, aus dem es kommt | {label} 就是原来的货位",
    /** A label of a box and its goods, while another box is in hand. */
    otherInHand:
      "The label says {label}, in hand is {shelf} | Auf dem Etikett steht {label}, in Arbeit ist {shelf} | 标签为 {label}，在手为 {shelf}",
    tooMany: "{label} is too many | {label} ist zu viel | {label} 超出上限",
  },
  full: "{goods}: this device is full. Go where there is a network. | {goods}: dieses Gerät ist voll. Dorthin gehen, wo Netz ist. | {goods}：本机已存满。请到有网络的地方。",
  /** Shown once the waiting scans are sent. */
  wasFull:
    "Not kept, scan again: {goods} | Nicht gespeichert, neu scannen: {goods} | 未保存，请重新扫描：{goods}",
  problems: {
    unsure:
      "An earlier try may have been recorded: look it up before you scan it again. | Vielleicht ist ein früherer Versuch gebucht: erst suchen, dann neu scannen. | 之前可能已记录：请先查询再扫描。",
    failing:
      "The service keeps failing on this scan. | Der Dienst scheitert immer wieder an diesem Scan. | 服务多次处理此扫描失败。",
    follows:
      "Not sent: what it corrects was refused. | Nicht gesendet: was es ändert, wurde abgelehnt. | 未发送：所更正的扫描已被拒绝。",
    expired:
      "Not sent, waited too long: look it up. | Nicht gesendet, wartete zu lange: bitte suchen. | 等待过久，未发送：请查询。",
  },
});
