import { createCommand, parseWebAddress, siteHelp } from "../cli/command.ts";

/** The option of commands that can print JSON lines. */
export const jsonLines = [
  "--json",
  "print JSON lines (audit and trace do so anyway without a terminal)",
] as const;

/** Creates a command that reads the store, with the common options. */
export const storeCommand = (name: string, about: string, rest: string) =>
  createCommand(
    name,
    about,
    `To read the table of a local stage, give --site and --endpoint, which npm start prints. For a table on AWS, give --site and --table.\n\n${rest}`,
  )
    .option("--site <name>", `${siteHelp} (default: SITE, or demo)`)
    .option(
      "--table <name>",
      "a deployed table, with AWS_REGION and credentials in the environment (default with --endpoint: Warehouse-<site>)",
    )
    .option(
      "--endpoint <url>",
      "the address of a local stage's DynamoDB, or of another one (default: DYNAMODB_ENDPOINT)",
      parseWebAddress,
    );
