import { Command } from "commander";

/** A command that only holds others; an unknown one is answered with the list of them. */
export function group(name: string, description: string, ...commands: Command[]): Command {
  const made = new Command(name).description(description).showHelpAfterError();
  for (const command of commands) made.addCommand(command);
  return made;
}
