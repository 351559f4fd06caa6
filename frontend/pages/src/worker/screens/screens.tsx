import words from "site:words/worker";
import { keepValue } from "../../shared/device-storage.ts";
import { FillBar } from "../../shared/fill-bar.tsx";
import { Icon } from "../../shared/icon.tsx";
import { chooseLanguage, isSpoken, languages, siteNameOf } from "../../shared/language.ts";
import { mayCall } from "../../shared/rights.ts";
import {
  CodeText,
  fillTemplate,
  formatAmount,
  formatTime,
  renderAmountOf,
} from "../../shared/text.tsx";
import { acknowledgeRows } from "../device/client.ts";
import { personName, signOut } from "../device/sign-in.ts";
import { signalInHand } from "../device/signals.ts";
import { detailText, OutcomeText, ScanText } from "../outcome/banner.tsx";
import { fieldsOf, isPlaceWrite } from "../outcome/queued-write.ts";
import { isRefused, isUnsettled } from "../outcome/rows.ts";
import { SettleButtons } from "../outcome/settle-buttons.tsx";
import { canTakeBack, takeBack } from "../outcome/take-back.ts";
import { type Label, labelIn } from "../scan/hand.ts";
import { askQuantity } from "../scan/pad-steps.ts";
import { ScannerTest } from "../scan/scanner-test.tsx";
import { type CategoryChoice, type StackedScreen, set, state } from "../state.ts";
import { itemActions, placeActions } from "./actions.tsx";
import { type Action, Button, LineButton } from "./button.tsx";
import { LookupResult } from "./lookup.tsx";
import { openLookUp, openScreen, setAndClearBanner } from "./navigation.ts";
import { partWords } from "./part-words.ts";
import { canBeBoxed } from "./reads.ts";

export { lateReason } from "../outcome/late-reason.ts";
export { ScanList } from "../outcome/scan-list.tsx";
export { PlaceInHand, ScansBefore } from "../outcome/scans-in-hand.tsx";
export { SettleButtons } from "../outcome/settle-buttons.tsx";
export { noteUnjudged } from "../outcome/unjudged.ts";
export { NumberPadKeys } from "../scan/number-pad.tsx";
export { TypedLabel } from "../scan/typed-label.tsx";
export { BoxInHand } from "./box-in-hand.tsx";
export { productOf } from "./product.ts";
export { SampleLine } from "./sample-line.tsx";
export { screenPrompt } from "./screen-prompt.tsx";

const { acts } = words;
const { me, headroom: say } = partWords;

/** Stores the volume on this device, and plays a sample. */
const switchLoud = (loud: boolean) => {
  set({ loud });
  signalInHand();
  return keepValue("loud", loud);
};

const PersonScreen = () => {
  const { person, hand, loud } = state();
  const held = labelIn(hand);
  return (
    <section class="found" aria-labelledby="me">
      <h1 class="row" id="me">
        <Icon name="person" />
        <span>{personName(person?.id)}</span>
      </h1>
      {person && (
        <p class="soft">{fillTemplate(me.signedIn, { time: formatTime(person.since) })}</p>
      )}
      {held && (
        <p class="soft">{fillTemplate(me.stays, { code: <CodeText>{held.value}</CodeText> })}</p>
      )}
      <ul>
        {languages.length > 1 &&
          languages.map((one) => (
            <LineButton
              key={one.lang}
              icon={isSpoken(one) ? "tick" : "globe"}
              word={one.name}
              test="language"
              lang={one.lang}
              pressed={isSpoken(one)}
              opens={false}
              run={() => chooseLanguage(one).then(() => set({}))}
            />
          ))}
        <LineButton
          icon="label"
          word={me.whatSent}
          test="device"
          run={() => openScreen({ is: "device" })}
        />
        <LineButton
          icon="loud"
          word={me.louder}
          test="loud"
          pressed={!!loud}
          opens={false}
          right={loud ? me.on : me.off}
          run={() => switchLoud(!loud)}
        />
        {person && (
          <LineButton
            icon="gone"
            word={words.signOut}
            test="sign-out"
            opens={false}
            run={signOut}
          />
        )}
      </ul>
    </section>
  );
};

/** The scans that were refused or set aside, newest first. The worker decides about each. */
const RefusedScreen = () => {
  const rows = state().rows.filter(isUnsettled);
  const refused = rows.filter(isRefused).length;
  const newer = rows.length - refused;
  const outcome = refused > 0 ? "refused" : newer > 0 ? "superseded" : "recorded";
  const sums = [
    refused > 0 && `${words.outcomes.refused}: ${formatAmount(refused)}`,
    newer > 0 && `${words.outcomes.superseded}: ${formatAmount(newer)}`,
  ];
  return (
    <section class="no" aria-labelledby="problems">
      <h1 class="row" id="problems" data-outcome={outcome}>
        <Icon name={outcome} />
        <span>{sums.filter((sum) => !!sum).join(" · ") || words.noneRefused}</span>
      </h1>
      <ol>
        {rows.map((row) => {
          const { id, queuedAt } = row.entry;
          const more = state().advice[id]?.there ? partWords.scans.there : detailText(row);
          return (
            <li key={id} data-outcome={row.outcome}>
              {newer > 0 && (
                <p class="row word">
                  <Icon name={row.outcome} /> {words.outcomes[row.outcome]}
                </p>
              )}
              <p class="apart">
                <span>
                  <ScanText scan={row.entry} />
                </span>
                <time>{formatTime(queuedAt)}</time>
              </p>
              <p>
                <OutcomeText row={row} />
              </p>
              {more && <p>{more}</p>}
              <SettleButtons row={row} />
            </li>
          );
        })}
      </ol>
      {rows.length > 1 && (
        <Button
          word={partWords.scans.allUnderstood}
          test="understood"
          run={() => acknowledgeRows(...rows)}
        />
      )}
    </section>
  );
};

const HeadroomBar = ({ choice }: { choice: CategoryChoice }) => {
  const { boxed_quantity: boxed, configured, headroom } = choice;
  if (boxed === undefined || configured === false) return null;
  const all = headroom === undefined ? undefined : boxed + headroom;
  const total = choice.configured_quantity ?? all;
  const left = headroom ? (
    fillTemplate(words.left, { count: <b>{formatAmount(headroom)}</b> })
  ) : (
    <b>{say.full}</b>
  );
  return (
    <>
      <span>{headroom === undefined ? words.noLimit : left}</span>
      <FillBar part={boxed} whole={total} />
      <small>
        {fillTemplate(say.boxed, { count: renderAmountOf(words.of, boxed, total) })}
        {choice.location && !choice.off_shelf && (
          <>
            {" · "}
            <CodeText>{choice.location}</CodeText>
          </>
        )}
      </small>
    </>
  );
};

export const CategoryChoices = () => {
  const { choices, hand } = state();
  const choose = (category: string) =>
    hand.mode === "attach" &&
    hand.zongpai &&
    set({ hand: { ...hand, category }, banner: undefined, note: undefined });
  if (!choices) return <p class="found soft">{words.asking}</p>;
  if (choices.length === 0) return <p class="found">{say.none}</p>;
  return (
    <ul class="picks">
      {choices.map((choice) => (
        <li key={choice.category}>
          <button
            type="button"
            class="pick"
            disabled={!canBeBoxed(choice)}
            onClick={() => choose(choice.category)}
          >
            <b>{siteNameOf(choice.label)}</b>
            <HeadroomBar choice={choice} />
          </button>
        </li>
      ))}
    </ul>
  );
};

const RowScreen = ({ of, held }: Extract<StackedScreen, { readonly is: "row" }>) => {
  const { box_no, zongpai, category } = of;
  const item = box_no && { box_no, zongpai, category };
  const maySet = item && mayCall(category ? "patch-attachment-box" : "edit-box");
  const run = () =>
    item ? askQuantity(item, held) : openLookUp({ kind: "zongpai", value: zongpai });
  const setQuantity: Action = { icon: "set", word: acts.setTo, opens: true, run };
  const lookUp: Action = { icon: "look", word: words.modes.look, run };
  const all = item
    ? [...(maySet ? [setQuantity] : []), ...itemActions(item, held)]
    : [...placeActions(of), lookUp];
  return (
    <ul class="picks">
      {all.map((one) => (
        <LineButton key={one.icon} {...one} opens={!!one.opens} />
      ))}
    </ul>
  );
};

/** The screen of a scan from a list: take it back, or act on its goods. */
const ScanScreen = ({ id }: Extract<StackedScreen, { readonly is: "scan" }>) => {
  const row = state().rows.find(({ entry }) => entry.id === id);
  if (!row) return null;
  const { zongpai, category, box_no } = fieldsOf(row.entry);
  const undo: Action = {
    icon: "undo",
    word: acts.takeBack,
    test: "take-back",
    run: () => {
      setAndClearBanner({ screens: [] });
      return takeBack(row);
    },
  };
  const label: Label = zongpai
    ? { kind: "zongpai", value: zongpai }
    : { kind: "box_no", value: box_no ?? "" };
  const lookUp: Action = {
    icon: "look",
    word: words.modes.look,
    opens: true,
    run: () => openLookUp(label),
  };
  const isPlaced = isPlaceWrite(row.entry) && row.outcome === "recorded" && !row.gone;
  const item = zongpai ? { zongpai, category } : { box_no };
  const all = [
    ...(canTakeBack(row) ? [undo] : []),
    ...(isPlaced ? placeActions(item, !!row.entry.fields.off_shelf) : []),
    lookUp,
  ];
  return (
    <section class="found">
      <p class="what">
        <OutcomeText row={row} />
      </p>
      {row.unjudged && <p>{detailText(row)}</p>}
      <ul class="picks">
        {all.map((one) => (
          <LineButton key={one.icon} {...one} opens={!!one.opens} />
        ))}
      </ul>
    </section>
  );
};

/** The screen on top of the hand. The number pad is in the first script. Some screens have only a prompt. */
export const TopScreen = ({ screen }: { readonly screen: StackedScreen }) => {
  if (screen.is === "refused") return <RefusedScreen />;
  if (screen.is === "me") return <PersonScreen />;
  if (screen.is === "device") return <ScannerTest />;
  if (screen.is === "row") return <RowScreen {...screen} />;
  if (screen.is === "scan") return <ScanScreen {...screen} />;
  return screen.is === "look" && screen.label ? <LookupResult label={screen.label} /> : null;
};
