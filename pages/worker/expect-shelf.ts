import * as settings from "site:settings";
import type { WriteCommand } from "../shared/commands.ts";

/** The same command; where the site has it, only for what is on this shelf. An empty one is no shelf. */
export const expectShelf = (command: WriteCommand, shelf: string): WriteCommand => {
  if (!settings.client.routes[command.route]?.takes.expected_location) return command;
  const fields = { ...command.fields, expected_location: shelf };
  return { ...command, fields } as WriteCommand;
};
