import words from "site:words/worker";
import { type ComponentChildren, type ComponentType, Fragment } from "preact";
import { Icon, type IconName } from "../../shared/icon.tsx";
import { renderGoodsOrBox, renderScanLine } from "../../shared/scan-line.tsx";
import {
  CodeText,
  fillTemplate,
  formatAmount,
  formatList,
  formatTime,
  renderRefusal,
} from "../../shared/text.tsx";
import { personName, rowsOfOthers } from "../device/sign-in.ts";
import { state, topScreen, waitingCount } from "../state.ts";
import { fieldsOf, isLeaving, isPlaceWrite, type QueuedWrite } from "./queued-write.ts";
import { isRefused, type OutcomeName, type ScanRow, type TakeBack } from "./rows.ts";

const { news, again, problems, notes } = words;

export const ScanText = ({ scan }: { scan: QueuedWrite }) => {
  const { route } = scan;
  const isCorrection = route === "edit-box" || route === "patch-attachment-box";
  const template = isCorrection ? news.corrected : undefined;
  return renderScanLine(fieldsOf(scan), isLeaving(scan) ? words.lines.left : template);
};

/** Describes the state that a take-back has restored. */
const takenBackText = (scan: QueuedWrite, { hadNone }: TakeBack) => {
  const fields = fieldsOf(scan);
  // A move back returns the goods to the box that they came from.
  const { to_box_no: box_no = fields.box_no, quantity, off_shelf } = fields;
  const moved = { ...fields, box_no };
  if (isLeaving(scan)) return renderScanLine(fields, hadNone ? again.nowhere : again.left);
  if (isPlaceWrite(scan)) return renderScanLine(fields, off_shelf ? again.offShelf : again.shelved);
  return renderScanLine(moved, quantity ? again.boxed : again.unboxed);
};

export const OutcomeText = ({ row: { entry, outcome, newer } }: { row: ScanRow }) => {
  const goods = renderGoodsOrBox(fieldsOf(entry));
  const back = state().takesBack[entry.id];
  if (back && outcome === "kept")
    return fillTemplate(again.waits, { what: <ScanText scan={entry} /> });
  if (back && outcome === "recorded") return takenBackText(entry, back);
  if (outcome === "superseded" && !entry.refusal)
    return newer?.location
      ? fillTemplate(news.newerOn, { goods, shelf: <CodeText>{newer.location}</CodeText> })
      : fillTemplate(newer?.cleared ? words.lines.left : news.newerOff, { goods });
  if (outcome !== "refused" && !entry.refusal) return <ScanText scan={entry} />;
  const { stale } = state().advice[entry.id] ?? {};
  if (stale)
    return fillTemplate(news.stale, {
      goods,
      count: formatAmount(stale.now),
      before: formatAmount(stale.before),
    });
  const { aside = "failing", refusal } = entry;
  return refusal ? renderRefusal(refusal) : problems[aside];
};

/** The second line: who scanned the goods elsewhere and when, that the outcome is unsure, or why the scan waits. */
export const detailText = ({ newer, gone, entry, unjudged }: ScanRow) => {
  const { id, fields, queuedAt, route, refusal, sent } = entry;
  if (gone) return !sent && notes.notSent;
  if (unjudged) return unjudged;
  if (newer?.registered_at) {
    const name = state().advice[id]?.newerBy;
    const own = Date.parse(String(fields.scanned_at)) || queuedAt;
    const at = { time: formatTime(newer.registered_at), own: formatTime(own), name };
    const isOwn = name !== undefined && name === state().person?.id;
    return fillTemplate(isOwn ? news.sinceYou : name ? news.sinceBy : news.since, at);
  }
  if (refusal) return refusal.unsure && problems.unsure;
  return route === "post-box-location" && news.contents;
};

export const allRecordedText = (count: number): string =>
  words.news.allRecorded.replace("{count}", formatAmount(count));

const { people, outcomes } = words;

/** The word and icon of a row that was taken back, or of the row that took it back. The colour is that for a recorded scan. */
export const takenBackLook = ({ gone, outcome, entry: { id } }: ScanRow) =>
  gone || (outcome === "recorded" && state().takesBack[id])
    ? ({ icon: "undo", word: outcomes.takenBack } as const)
    : undefined;

export type BannerText = Readonly<{
  outcome: OutcomeName;
  icon?: IconName;
  word?: ComponentChildren;
  what: ComponentChildren;
  note?: ComponentChildren;
}>;

/** The parts that show a job or settle a refusal. Another script loads them later. */
type BannerParts = Partial<{
  SettleButtons: ComponentType<{ row: ScanRow }>;
  jobText: (row: ScanRow) => BannerText;
  RowButtons: ComponentType<{ row: ScanRow }>;
  productOf: (zongpai: string) => string | undefined;
}>;

/** A label that waits for its end has no outcome. */
type ShownText = Omit<BannerText, "outcome"> & Partial<Pick<BannerText, "outcome">>;

/** Names all scans that the device could not store. */
export const renderLost = (template: string) =>
  fillTemplate(template, {
    goods: state().notKept.map((code, at) => (
      <Fragment key={code}>
        {at > 0 && ", "}
        <CodeText>{code}</CodeText>
      </Fragment>
    )),
  });

const bannerText = (row: ScanRow | undefined, { jobText }: BannerParts): ShownText | undefined => {
  const { banner, note, rows, isFull } = state();
  if (banner?.is === "lost") {
    const template = isFull && waitingCount() ? words.full : words.wasFull;
    return { outcome: "refused", word: outcomes.notKept, what: renderLost(template) };
  }
  if (banner?.is === "wrong") {
    const label = <CodeText>{banner.label}</CodeText>;
    const what = fillTemplate(banner.text, {
      label,
      goods: label,
      shelf: <CodeText>{banner.shelf ?? ""}</CodeText>,
    });
    return { outcome: "wrong-label", word: banner.word, what, note: banner.note };
  }
  if (banner?.is === "unended")
    return { icon: "label", word: <CodeText>{banner.label}</CodeText>, what: words.noEnd };
  if (banner?.is === "waiting") {
    const others = rowsOfOthers();
    const name = formatList([...new Set(others.map(({ entry }) => personName(entry.by)))]);
    const waitsFor =
      others.some((one) => one.state === "held") && fillTemplate(people.waitsFor, { name });
    return {
      outcome: "kept",
      what: banner.others
        ? fillTemplate(people.ofOther, { name, count: formatAmount(others.length) })
        : fillTemplate(words.safe, { count: formatAmount(waitingCount()) }),
      note: waitsFor || (banner.others && people.theirs),
    };
  }
  if (banner?.is === "recorded")
    return { outcome: "recorded", word: allRecordedText(banner.count), what: news.noneWaits };
  if (row?.entry.job && jobText) return jobText(row);
  const more = row && ((row === rows[0] && note) || detailText(row));
  return (
    row && {
      outcome: row.outcome,
      ...takenBackLook(row),
      what: <OutcomeText row={row} />,
      note: more,
    }
  );
};

const BannerButtons = ({ row, ...parts }: BannerParts & { row: ScanRow }) => {
  const Buttons = isRefused(row) && !row.entry.job ? parts.SettleButtons : parts.RowButtons;
  return Buttons ? <Buttons row={row} /> : null;
};

/** The outcome of the last scan, shown until the next one. */
export const OutcomeBanner = ({
  row,
  hidden,
  parts,
}: {
  row: ScanRow | undefined;
  hidden: boolean;
  parts: BannerParts;
}) => {
  const banner = hidden ? undefined : bannerText(row, parts);
  const product = row && !row.entry.job && parts.productOf?.(row.entry.goods);
  // Above a number, the banner is a strip: the prompt says whose number it is.
  const shape = topScreen()?.is === "pad" ? "banner strip" : "banner";
  // Alternate two animations, so that two equal outcomes look like two. The element is always in the page, because a screen reader
  // announces only changes to an element that it already knows.
  return (
    <div
      class={state().bannerCount % 2 ? shape : `${shape} again`}
      data-test="outcome"
      data-outcome={banner?.outcome}
      hidden={!banner}
    >
      {banner && <Icon name={banner.icon ?? banner.outcome ?? "label"} />}
      <div role="status" aria-live="assertive">
        {banner && (
          <>
            <p class="word">{banner.word ?? (banner.outcome && outcomes[banner.outcome])}</p>
            <p class="what">{banner.what}</p>
            {product && <p>{product}</p>}
            {banner.note && <p>{banner.note}</p>}
          </>
        )}
      </div>
      {banner && row && <BannerButtons row={row} {...parts} />}
    </div>
  );
};
