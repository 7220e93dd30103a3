import { command } from "../../../command.ts";
import { printable, say, sayJson } from "../../../output.ts";
import { administer } from "./administer.ts";

export const restore = () =>
  command(
    "restore",
    "fill an empty database from a backup, on SQLite or PostgreSQL, while no service uses it",
    "groundplan admin restore groundplan.backup",
  )
    .argument("<file>", "a file written by `groundplan admin backup`")
    .option("--json", "print {file, rows, takenAt, version, secrets}")
    .action(async (file: string, { json }: { json?: true }) => {
      const done = await administer(json, (admin) => admin.adminRestore(process.env, { file }));
      if (json) return sayJson(done);
      say(
        printable(`${done.rows} rows are restored from ${done.file}: everything until ${done.takenAt}.`),
        done.secrets
          ? "Trackers are connected as they were."
          : "Trackers are disconnected: an owner connects them again, and sets up their webhooks.",
      );
    });
