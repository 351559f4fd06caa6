import * as z from "zod";
import type { Site } from "#lib/site/schema.ts";
import { isAgreed, isAtTerminal } from "../cli/ask.ts";
import {
  holderIn,
  keysOfStage,
  letsIn,
  namesWithoutKey,
  unlistedKeys,
} from "../keys/stage-keys.ts";
import type { Stack } from "./stack.ts";

const Template = z.object({
  Resources: z
    .record(
      z.string(),
      z.object({
        Type: z.string(),
        Properties: z.object({ Name: z.unknown() }).partial().optional(),
      }),
    )
    .default({}),
});

/** The names of those whose keys a deployed template makes, as those of 0.2.0 do. */
const holdersInTemplate = (stack: string, template: unknown): string[] =>
  Object.values(Template.parse(template).Resources).flatMap(({ Type, Properties }) =>
    Type === "AWS::ApiGateway::ApiKey" ? (holderIn(stack, String(Properties?.Name)) ?? []) : [],
  );

/** The names that a site lists for API keys. */
const listed = ({ auth }: Pick<Site, "auth">): readonly string[] =>
  auth.scheme === "apiKey" ? auth.keys : [];

type Keyed = {
  readonly stack: string;
  readonly site: Pick<Site, "auth">;
  /** The command that makes keys for this stage. */
  readonly makesKeys: string;
};

const planIn = ({ outputs }: Stack): string => outputs.get("UsagePlan") ?? "";

/**
 * Refuses to delete keys that scanners may hold: a stack of 0.2.0 makes its keys, which go with its next deployment. A name that the
 * site does not list any more loses its key, as with 0.2.0.
 * @throws Error that names those who have no other key, or says that the keys cannot be listed
 */
export const refuseToDeleteKeys = async (
  deployed: Stack,
  template: unknown,
  { stack, site, makesKeys }: Keyed,
): Promise<void> => {
  const inStack = holdersInTemplate(stack, template);
  if (inStack.length === 0) return;
  const ends = `${stack} makes API keys itself, as 0.2.0 does, and this deployment deletes them`;
  const unchanged = "Nothing was changed.";
  const keys = await keysOfStage(stack, planIn(deployed)).catch(({ message }: Error) => {
    throw new Error(
      `${ends}. Whether each name has another key cannot be seen with these credentials. ${unchanged} Deploy this version once with an administrator's.\n${message}`,
    );
  });
  const names = listed(site);
  const held = keys.filter((key) => key.isInStack && letsIn(key) && names.includes(key.holder));
  const without = namesWithoutKey(
    keys,
    held.map(({ holder }) => holder),
  );
  if (without.length > 0)
    throw new Error(
      `${ends}. These names have no other key: ${without.join(", ")}. ${unchanged} Make keys, give every scanner its new one, and deploy again:\n  ${makesKeys}`,
    );
  console.error(
    `${ends}: ${inStack.join(", ")}. A scanner that has not got its new key yet is let in no more.`,
  );
};

/**
 * Says which names have no key after a deployment. At a terminal it offers to make them with `make`, which gives an exit status.
 * @throws Error if they could not be made
 */
export const offerKeys = async (
  deployed: Stack,
  { stack, site, makesKeys }: Keyed,
  mayAsk: boolean,
  make: () => Promise<number | null>,
): Promise<void> => {
  const names = listed(site);
  if (names.length === 0) return;
  const keys = await keysOfStage(stack, planIn(deployed)).catch(() => undefined);
  if (!keys)
    return console.error(
      `Whether each name has a key cannot be seen with these credentials. This shows it:\n  ${makesKeys} --dry-run`,
    );
  for (const line of unlistedKeys(keys, names)) console.error(line);
  const without = namesWithoutKey(keys, names);
  if (without.length === 0) return;
  console.error(`No key yet: ${without.join(", ")}.`);
  if (!mayAsk || !isAtTerminal() || !(await isAgreed("Make their keys now?")))
    return console.error(`This makes them:\n  ${makesKeys}`);
  if ((await make()) !== 0)
    throw new Error(
      `${stack} is deployed; its keys are not all made. This continues:\n  ${makesKeys}`,
    );
};
