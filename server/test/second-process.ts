import { readConfig } from "../src/config/config.ts";
import { createLog } from "../src/log.ts";
import { createContext } from "../src/process.ts";
import { Person, World } from "./world.ts";

/** Starts another service on a world's database, for tests of consistency between processes. */
export async function secondProcess({ env }: World): Promise<World> {
  const config = readConfig({ GROUNDPLAN_RATE_LIMIT: "1000000", ...env });
  const context = await createContext(config, createLog("silent"), { jobs: "off" });
  return new World().serve({ env, people: [], drop: async () => {} }, context, []);
}

export const at = (process: World, { userId, email, key }: Person): Person =>
  new Person(process, userId, email, key);
