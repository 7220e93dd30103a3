import { readConfig } from "../src/config/config.ts";
import { createLog } from "../src/log.ts";
import { createContext } from "../src/process.ts";
import { Person, World } from "./world.ts";

/** A service of its own on the database of a world: what one of them does, the other has to see. */
export async function secondProcess({ env }: World): Promise<World> {
  const config = readConfig({ GROUNDPLAN_RATE_LIMIT: "1000000", ...env });
  const context = await createContext(config, createLog("silent"), { jobs: "off" });
  return new World({ env, people: [], drop: async () => {} }, context, []);
}

/** Returns the same person with the same key, who calls another process. */
export const at = (process: World, { userId, email, key }: Person): Person =>
  new Person(process, userId, email, key);
