import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { type Deployment, settingNames } from "#infra/deployment.ts";

type Settings = Readonly<Partial<Record<keyof Deployment, string>>>;

const isSetting = (name: string): name is keyof Deployment =>
  settingNames.some((known) => known === name);

const withSetting = (text: string, before: Settings = {}): Settings => {
  const [, name = "", value = ""] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  if (isSetting(name)) return { ...before, [name]: value };
  throw new InvalidArgumentError(
    `It takes <setting>=<value>, and the settings are ${settingNames.join(", ")}.`,
  );
};

/** As `npx cdk -c`, for the deployment's settings alone; the app checks their values. */
export const settingOption = new Option(
  "-c, --context <setting=value>",
  "overrides a setting of cdk.json once, such as functions=endpoint (a function for each endpoint); may be repeated",
).argParser(withSetting);
