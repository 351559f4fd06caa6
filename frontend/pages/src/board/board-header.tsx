import * as settings from "site:settings";
import words from "site:words/board";
import { Icon } from "../shared/icon.tsx";
import { fillTemplate, formatTime } from "../shared/text.tsx";
import { formatAge } from "./facts.tsx";
import { isNarrow } from "./narrow.ts";
import { PersonMenu } from "./person-menu.tsx";
import { SearchField } from "./search-field.tsx";
import { boardState, needsKey } from "./store.ts";

const { states } = words;

const connectionText = () => {
  const { connection, answeredAt } = boardState();
  const isOnline = connection === "online";
  if (needsKey()) return states.held;
  if (answeredAt === undefined) return isOnline ? words.asking : states[connection];
  const time = formatTime(answeredAt);
  return `${states[connection]} ${isOnline ? time : words.since.replace("{time}", time)}`;
};

/** The name of the page and of the site, as a link to the first screen. */
const PageName = () => (
  <h1>
    <a href="#all">
      {words.title} <span>{settings.name}</span>
    </a>
  </h1>
);

const PageState = () => {
  const { connection, erpCopyFrom } = boardState();
  const shownState = needsKey() ? "held" : connection;
  return (
    <div class="states">
      <p class="state" data-test="state" data-state={shownState}>
        <Icon name={shownState} /> {connectionText()}
      </p>
      {erpCopyFrom !== undefined && (
        <p class="state copy" data-state="unanswered">
          <Icon name="unanswered" /> {fillTemplate(words.copyAge, { age: formatAge(erpCopyFrom) })}
        </p>
      )}
    </div>
  );
};

export const BoardHeader = () => {
  const { unknownKey } = boardState();
  const isKeyNeeded = needsKey();
  const hasSearch = !isKeyNeeded || provedBy === "key";
  const search = hasSearch && <SearchField key={`search ${isKeyNeeded}`} isForKey={isKeyNeeded} />;
  const menu = <PersonMenu key="menu" />;
  return (
    <header class="top">
      <PageName key="name" />
      {isNarrow()
        ? [<PageState key="state" />, menu, search]
        : [search, <PageState key="state" />, menu]}
      {unknownKey && <p role="alert">{words.unknownKey}</p>}
    </header>
  );
};
