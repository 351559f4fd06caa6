import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { type DeploymentSettings, settingNames } from "#infra/deployment.ts";

type SettingOverrides = Readonly<Partial<Record<keyof DeploymentSettings, string>>>;

const isSetting = (name: string): name is keyof DeploymentSettings =>
  settingNames.some((known) => known === name);

const withSetting = (text: string, before: SettingOverrides = {}): SettingOverrides => {
  const [, name = "", value = ""] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  if (isSetting(name)) return { ...before, [name]: value };
  throw new InvalidArgumentError(
    `It takes <setting>=<value>, and the settings are ${settingNames.join(", ")}.`,
  );
};

/** An option like `npx cdk -c`, only for the deployment's settings. The app checks the values. */
export const settingOption = new Option(
  "-c, --context <setting=value>",
  "overrides a setting of cdk.json once, such as functions=endpoint (a function for each endpoint); may be repeated",
).argParser(withSetting);
