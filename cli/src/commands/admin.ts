import { group } from "../group.ts";
import { jobs } from "./admin/jobs.ts";
import { createKey } from "./admin/key-create.ts";
import { createUser } from "./admin/user-create.ts";

const where =
  "\nStart it in the folder and with the environment (DATABASE_URL, GROUNDPLAN_DATA_DIR) of the service.";

export const admin = () =>
  group(
    "admin",
    "look after the service's database, whether it runs or not",
    group("user", "people", createUser()),
    group("key", "API keys", createKey()),
    jobs(),
  ).addHelpText("after", where);
