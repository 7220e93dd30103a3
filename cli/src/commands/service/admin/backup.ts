import { command } from "../../../command.ts";
import { printable, say, sayJson } from "../../../output.ts";
import { administer } from "./administer.ts";

export const backup = () =>
  command(
    "backup",
    "write a snapshot of everything to a new file, whether or not the service runs",
    "groundplan admin backup groundplan.backup",
  )
    .argument("<file>", "the file to create, such as groundplan-2026-11-22.backup")
    .option("--with-secrets", "also keep encrypted secrets: the keys of trackers, and webhooks", false)
    .option("--json", "print {file, bytes, rows, sha256, takenAt, secrets}")
    .action(async (file: string, { json, withSecrets }: { json?: true; withSecrets: boolean }) => {
      const made = await administer(json, (admin) =>
        admin.adminBackup(process.env, { file, secrets: withSecrets }),
      );
      if (json) return sayJson(made);
      say(
        printable(
          `${made.file} holds ${made.rows} rows in ${size(made.bytes)}: everything until ${made.takenAt}.`,
        ),
        made.secrets
          ? "Its secrets are sealed with the secret key: keep that too, in another place (GROUNDPLAN_SECRET_KEY, or secret.key in the data folder)."
          : "It holds no sealed secrets: trackers must be connected again after a restore. With --with-secrets they stay connected.",
      );
    });

const size = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
