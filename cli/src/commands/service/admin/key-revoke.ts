import { command } from "../../../command.ts";
import { printable, say, sayJson } from "../../../output.ts";
import { administer } from "./administer.ts";

export const revokeKey = () =>
  command("revoke", "revoke anyone's API key with immediate effect", "groundplan admin key revoke ID")
    .argument("<id>", "the key's id, which the log has as `credential`")
    .option("--json", "print {key}")
    .action(async (id: string, { json }: { json?: true }) => {
      const revoked = await administer(json, (admin) => admin.adminRevokeKey(process.env, { id }));
      if (json) return sayJson(revoked);
      const { name, prefix, email, workspace } = revoked.key;
      say(printable(`The key "${name}" (${prefix}…) of ${email} in ${workspace} is revoked.`));
    });
