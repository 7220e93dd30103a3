import { group } from "../../group.ts";
import { backup } from "./admin/backup.ts";
import { check } from "./admin/check.ts";
import { jobs } from "./admin/jobs.ts";
import { createKey } from "./admin/key-create.ts";
import { revokeKey } from "./admin/key-revoke.ts";
import { restore } from "./admin/restore.ts";
import { createUser } from "./admin/user-create.ts";
import { resetUser } from "./admin/user-reset.ts";

const where =
  "\nThey work on the database that the service would take: set GROUNDPLAN_DATA_DIR or DATABASE_URL as it has them.";

export const admin = () =>
  group(
    "admin",
    "look after the service's database, whether it runs or not",
    group("user", "people", createUser(), resetUser()),
    group("key", "API keys", createKey(), revokeKey()),
    backup(),
    restore(),
    check(),
    jobs(),
  ).addHelpText("after", where);
