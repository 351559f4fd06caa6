import { command, siteHelp, webAddress } from "../cli/command.ts";

/** A command that reads the store, with the options that all of these take. */
export const storeCommand = (name: string, about: string, rest: string) =>
  command(
    name,
    about,
    `Without --table and --endpoint it is the store of the local stage in DATA_DIR (.data), whether or not the stage runs.\n\n${rest}`,
  )
    .option("--json", "print JSON lines, as it does anyway where the output is no terminal")
    .option("--site <name>", `${siteHelp} (default: SITE, else the site of the stage, else demo)`)
    .option(
      "--table <name>",
      "a deployed table; AWS_REGION and the credentials come from the environment",
    )
    .option(
      "--endpoint <url>",
      "another DynamoDB, with --table or the table Warehouse-<site> (default: DYNAMODB_ENDPOINT)",
      webAddress,
    );
