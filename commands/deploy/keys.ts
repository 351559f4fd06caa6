import * as z from "zod";
import type { Site } from "#lib/site/schema.ts";
import { askToConfirm, isAtTerminal } from "../cli/confirm.ts";
import {
  holderIn,
  isValidKey,
  keysOfStage,
  namesWithoutKey,
  unlistedKeys,
} from "../keys/stage-keys.ts";
import type { DeployedStack } from "./stack.ts";

const TemplateWithKeys = z.object({
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

/** The holders of the API keys that a deployed template makes. Only templates of 0.2.0 make keys. */
const holdersInTemplate = (stack: string, template: unknown): string[] =>
  Object.values(TemplateWithKeys.parse(template).Resources).flatMap(({ Type, Properties }) =>
    Type === "AWS::ApiGateway::ApiKey" ? (holderIn(stack, String(Properties?.Name)) ?? []) : [],
  );

/** The names that a site lists for API keys. */
const listedNames = ({ auth }: Pick<Site, "auth">): readonly string[] =>
  auth.scheme === "apiKey" ? auth.keys : [];

type StageWithKeys = {
  readonly stack: string;
  readonly site: Pick<Site, "auth">;
  /** The command that makes keys for this stage. */
  readonly makesKeys: string;
};

const usagePlanIn = ({ outputs }: DeployedStack): string => outputs.get("UsagePlan") ?? "";

/**
 * Refuses a deployment that would delete a key which a scanner may hold. A stack of 0.2.0 makes its keys, and its next deployment deletes
 * them. A name that the site no longer lists loses its key without a refusal, as in 0.2.0.
 * @throws Error that lists the names without another key, or says that the keys could not be listed
 */
export const refuseToDeleteKeys = async (
  deployed: DeployedStack,
  template: unknown,
  { stack, site, makesKeys }: StageWithKeys,
): Promise<void> => {
  const inStack = holdersInTemplate(stack, template);
  if (inStack.length === 0) return;
  const ends = `${stack} is a stack of 0.2.0 with API keys in it, and this deployment deletes them`;
  const unchanged = "Nothing was changed.";
  const keys = await keysOfStage(stack, usagePlanIn(deployed)).catch(({ message }: Error) => {
    throw new Error(
      `${ends}. The keys could not be listed, so it is not known whether each name has another one. ${unchanged} Where the credentials may not list keys, as in CI, an administrator deploys this version once.\n${message}`,
    );
  });
  const names = listedNames(site);
  const held = keys.filter((key) => key.isInStack && isValidKey(key) && names.includes(key.holder));
  const without = namesWithoutKey(
    keys,
    held.map(({ holder }) => holder),
  );
  if (without.length > 0)
    throw new Error(
      `${ends}. These names have no other key: ${without.join(", ")}. ${unchanged} Make the keys, give each scanner its new one, and deploy again:\n  ${makesKeys}`,
    );
  console.error(
    `${ends}: ${inStack.join(", ")}. A scanner that still has its old key is refused from then on.`,
  );
};

/**
 * Lists the names that have no key after a deployment. At a terminal it offers to make their keys with `make`, which returns an exit status.
 * @throws Error if `make` fails
 */
export const offerKeys = async (
  deployed: DeployedStack,
  { stack, site, makesKeys }: StageWithKeys,
  mayAsk: boolean,
  make: () => Promise<number | null>,
): Promise<void> => {
  const names = listedNames(site);
  if (names.length === 0) return;
  const keys = await keysOfStage(stack, usagePlanIn(deployed)).catch(
    ({ message }: Error) => message,
  );
  if (typeof keys === "string")
    return console.error(
      `The keys could not be listed; CI's role, for example, may not. This lists the names that have none:\n  ${makesKeys} --dry-run\n${keys}`,
    );
  for (const line of unlistedKeys(keys, names)) console.error(line);
  const without = namesWithoutKey(keys, names);
  if (without.length === 0) return;
  console.error(`No key yet: ${without.join(", ")}.`);
  if (!mayAsk || !isAtTerminal() || !(await askToConfirm("Make their keys now?")))
    return console.error(`This makes them:\n  ${makesKeys}`);
  if ((await make()) !== 0)
    throw new Error(
      `${stack} is deployed, but not all keys are made. This makes the rest:\n  ${makesKeys}`,
    );
};
