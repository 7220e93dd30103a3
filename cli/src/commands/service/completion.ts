import { Argument } from "commander";
import { command } from "../../command.ts";
import { scripts } from "../../completion/scripts.ts";

export const completion = () =>
  command(
    "completion",
    "print what completes commands, options and handles in your shell",
    'eval "$(groundplan completion bash)"   # in ~/.bashrc',
    'eval "$(groundplan completion zsh)"    # in ~/.zshrc, after compinit',
    "groundplan completion fish > ~/.config/fish/completions/groundplan.fish",
  )
    .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(scripts)))
    .action((shell: keyof typeof scripts) => {
      process.stdout.write(scripts[shell]);
    });
