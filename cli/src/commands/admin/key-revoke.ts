import { Command } from "commander";
import { printable, say, sayJson } from "../../output.ts";
import { administer } from "./administer.ts";

export const revokeKey = () =>
  new Command("revoke")
    .description("revoke anyone's API key with immediate effect")
    .argument("<id>", "the key's id, which the log has as `credential`")
    .option("--json", "print {key}")
    .action(async (id: string, { json }: { json?: true }) => {
      const revoked = await administer(json, (admin) => admin.adminRevokeKey(process.env, { id }));
      if (json) return sayJson(revoked);
      const { name, prefix, email, workspace } = revoked.key;
      say(printable(`The key "${name}" (${prefix}…) of ${email} in ${workspace} is revoked.`));
    });
