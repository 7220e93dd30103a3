import { Command } from "commander";

/** Returns a command that only holds others. An unknown subcommand is answered with the list of them. */
export function group(name: string, description: string, ...commands: Command[]): Command {
  const parent = new Command(name).description(description).showHelpAfterError();
  for (const command of commands) parent.addCommand(command);
  return parent;
}
