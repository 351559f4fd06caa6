import { keyLength } from "../domain/operation.ts";
import { answerToCondition, type Condition } from "../errors.ts";
import type { Site } from "../site/schema.ts";

const gatewayAnswerText = (condition: Condition, site: Site) => {
  const { status, code, domain } = answerToCondition({ condition, group: "gateway" }, site.errors);
  return `\`${status}\` with \`${code}\` of \`${domain}\``;
};

const keyRuleText = (site: Site): string => {
  const { idempotencyKey, replayed } = site.extensions;
  const markText = replayed ? `, marked \`${replayed}: true\`` : "";
  if (!idempotencyKey)
    return "On this site no key names a scan: a write that is sent again is judged by what is recorded, and the same goods in the same box are refused as a duplicate.";
  return `Every write takes the header \`${idempotencyKey}\` (${keyLength.least} to ${keyLength.most} letters, digits or hyphens; make one for each scan and keep it until the scan has its answer). The same request with the same key, sent any number of times, seconds or weeks apart, changes the record once and gets the same answer each time${markText}. The same key with another request on the same goods is refused. A refusal is the key's answer, too: the same request with the same key gets it again for a day, and nothing of the key is recorded after it. A new or a corrected scan takes a new key, also after a refusal.`;
};

/** The introduction of the description: what is true for all operations. */
export const introductionOf = (site: Site): string => {
  const {
    limits,
    formats,
    extensions: { refusalValues },
  } = site;
  const valuesText = refusalValues
    ? ` An endpoint's error has its condition and values for programs in the header \`${refusalValues}\`.`
    : "";
  const { decimals } = formats.quantity;
  return [
    `The HTTP service that a warehouse's scanners run against, as the site \`${site.name}\` serves it: its names, formats, statuses and codes.`,
    `## Exactly once\n\n${keyRuleText(site)}\n\nEach error says what a queue of scans does with it. No answer at all means that it is not known whether the request was recorded: the queue sends the same request with the same key again.`,
    `## Errors\n\nEvery error is JSON with exactly \`error_code\`, \`message\` and \`domain\`. If several fields are invalid, the code is that of the first in the order of the request's schema, and the message names them all. A name in braces stands for a value of the request or of the record. A field or a parameter that is not described is refused.${valuesText}`,
    `An address that is not described answers ${gatewayAnswerText("unknownRoute", site)}. A described address with another method answers ${gatewayAnswerText("methodNotAllowed", site)}, and its \`Allow\` header lists the methods that it takes. What cannot be read as a request answers ${gatewayAnswerText("requestUnreadable", site)}.`,
    `## Values\n\nText carries no control or format characters. Quantities are JSON numbers ${decimals === 0 ? "without decimals" : `with at most ${decimals} decimals`}. Instants are ISO 8601 with an offset. A body is one JSON object in UTF-8 of at most ${limits.bodyBytes} bytes.`,
  ].join("\n\n");
};
