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

/** The names of a site's API keys. */
const listedNames = ({ auth }: Pick<Site, "auth">): readonly string[] =>
  auth.scheme === "apiKey" ? auth.keys : [];

type StageWithKeys = {
  readonly stack: string;
  readonly site: Pick<Site, "auth">;
  /** The command that makes keys for this stage. */
  readonly keysCommand: string;
};

const usagePlanIn = ({ outputs }: DeployedStack): string => outputs.get("UsagePlan") ?? "";

/**
 * Refuses a deployment that would delete a key which a scanner may use. A stack of 0.2.0 made its keys, and its next deployment deletes
 * them. A name that the site no longer lists loses its key without a refusal, as in 0.2.0.
 * @throws Error that lists the names without another key, or says that the keys could not be listed
 */
export const refuseToDeleteKeys = async (
  deployed: DeployedStack,
  template: unknown,
  { stack, site, keysCommand }: StageWithKeys,
): Promise<void> => {
  const holdersInStack = holdersInTemplate(stack, template);
  if (holdersInStack.length === 0) return;
  const deletesKeys = `${stack} is a stack of 0.2.0 with API keys in it, and this deployment deletes them`;
  const unchanged = "Nothing was changed.";
  const keys = await keysOfStage(stack, usagePlanIn(deployed)).catch(({ message }: Error) => {
    throw new Error(
      `${deletesKeys}. The keys could not be listed, so a name may have no other key. ${unchanged} If the credentials may not list keys, as in CI, an administrator must deploy this version once.\n${message}`,
    );
  });
  const names = listedNames(site);
  const deletedKeys = keys.filter(
    (key) => key.isInStack && isValidKey(key) && names.includes(key.holder),
  );
  const holders = deletedKeys.map(({ holder }) => holder);
  const keylessNames = namesWithoutKey(keys, holders);
  if (keylessNames.length > 0)
    throw new Error(
      `${deletesKeys}. These names have no other key: ${keylessNames.join(", ")}. ${unchanged} Make the keys, give each scanner its new key, and deploy again:\n  ${keysCommand}`,
    );
  console.error(
    `${deletesKeys}: ${holdersInStack.join(", ")}. Afterwards, a scanner that still has its old key is refused.`,
  );
};

/**
 * Lists the names without a key after a deployment. At a terminal, it offers to make their keys with `makeKeys`, which returns an exit
 * status.
 * @throws Error if `makeKeys` fails
 */
export const offerKeys = async (
  deployed: DeployedStack,
  { stack, site, keysCommand }: StageWithKeys,
  mayAsk: boolean,
  makeKeys: () => Promise<number | null>,
): Promise<void> => {
  const names = listedNames(site);
  if (names.length === 0) return;
  const keys = await keysOfStage(stack, usagePlanIn(deployed)).catch(
    ({ message }: Error) => message,
  );
  if (typeof keys === "string")
    return console.error(
      `The keys could not be listed (CI's role, for example, may not list them). This lists the names without a key:\n  ${keysCommand} --dry-run\n${keys}`,
    );
  for (const line of unlistedKeys(keys, names)) console.error(line);
  const keylessNames = namesWithoutKey(keys, names);
  if (keylessNames.length === 0) return;
  console.error(`No key yet: ${keylessNames.join(", ")}.`);
  const isConfirmed = mayAsk && isAtTerminal() && (await askToConfirm("Make their keys now?"));
  if (!isConfirmed) return console.error(`This makes them:\n  ${keysCommand}`);
  if ((await makeKeys()) !== 0)
    throw new Error(
      `${stack} is deployed, but not all keys are made. This makes the missing ones:\n  ${keysCommand}`,
    );
};
