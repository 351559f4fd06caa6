import * as settings from "site:settings";
import type { WriteCommand } from "../../shared/commands.ts";

/** Limits a command to goods that are on this shelf, if the site supports that. An empty location is no shelf. */
export const expectShelf = (command: WriteCommand, shelf: string): WriteCommand => {
  if (!settings.client.routes[command.route]?.takes.expected_location) return command;
  const fields = { ...command.fields, expected_location: shelf };
  return { ...command, fields } as WriteCommand;
};
