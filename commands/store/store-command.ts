import { createCommand, parseWebAddress, siteHelp } from "../cli/command.ts";

/** The option of a command that can print JSON lines. */
export const jsonLines = [
  "--json",
  "print JSON lines (audit and trace: also without a terminal)",
] as const;

/** A command that reads the store, with the options that all of these take. */
export const storeCommand = (name: string, about: string, rest: string) =>
  createCommand(
    name,
    about,
    `It reads the table of a local stage with --site and --endpoint, which npm start prints; one on AWS with --site and --table.\n\n${rest}`,
  )
    .option("--site <name>", `${siteHelp} (default: SITE, or demo)`)
    .option(
      "--table <name>",
      "a deployed table; the environment has AWS_REGION and the credentials (on an endpoint: Warehouse-<site>)",
    )
    .option(
      "--endpoint <url>",
      "the DynamoDB of a local stage, or another (default: DYNAMODB_ENDPOINT)",
      parseWebAddress,
    );
