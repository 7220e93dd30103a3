import { Command } from "commander";
import { printable, say, sayJson } from "../../output.ts";
import { administer } from "./administer.ts";

export const revokeKey = () =>
  new Command("revoke")
    .description("end an API key of anybody; its next request is refused")
    .argument("<id>", "the key's id, as `credential` in the log has it")
    .option("--json", "print {key}")
    .action(async (id: string, { json }: { json?: true }) => {
      const revoked = await administer(json, (admin) => admin.adminRevokeKey(process.env, { id }));
      if (json) return sayJson(revoked);
      const { name, prefix, email, workspace } = revoked.key;
      say(printable(`The key "${name}" (${prefix}…) of ${email} in ${workspace} is revoked.`));
    });
