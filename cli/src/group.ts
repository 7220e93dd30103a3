import { Command } from "commander";

/** Returns a command that only holds subcommands, which it lists when an unknown one is given. */
export function group(name: string, description: string, ...commands: Command[]): Command {
  const parent = new Command(name).description(description).showHelpAfterError();
  for (const command of commands) parent.addCommand(command);
  return parent;
}
