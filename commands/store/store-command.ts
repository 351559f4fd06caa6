import { command, siteHelp, webAddress } from "../cli/command.ts";

/** The option of a command that can print JSON lines. */
export const jsonLines = [
  "--json",
  "print JSON lines (audit and trace: also without a terminal)",
] as const;

/** A command that reads the store, with the options that all of these take. */
export const storeCommand = (name: string, about: string, rest: string) =>
  command(
    name,
    about,
    `Without --table and --endpoint it is the store of the local stage in DATA_DIR (.data).\n\n${rest}`,
  )
    .option("--site <name>", `${siteHelp} (default: SITE, the stage's, or demo)`)
    .option(
      "--table <name>",
      "a deployed table; the environment has AWS_REGION and the credentials",
    )
    .option("--endpoint <url>", "another DynamoDB (default: DYNAMODB_ENDPOINT)", webAddress);
