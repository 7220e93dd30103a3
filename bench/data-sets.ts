import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./children.ts";
import { fillWithPlans } from "./data-rows.ts";
import { type Data, type Settings, settingsOf, withPerson } from "./service.ts";

export const dataSet = (specs: number): Promise<Data> =>
  kept(`specs-${specs}`, ["data-rows.ts"], async (settings) => {
    const data = await withPerson(settings);
    await fillWithPlans(data, specs);
    return data;
  });

/** Returns cached data, keyed by the schema and the sources that create it; later writes persist. */
export async function kept(
  name: string,
  sources: readonly string[],
  make: (settings: Settings) => Promise<Data>,
): Promise<Data> {
  const place = join(cache, `${name}-${stamp(sources)}`);
  const settings = settingsOf(place);
  const person = join(place, "person.json");
  if (!existsSync(person)) {
    for (const old of globSync(`${name}-*`, { cwd: cache })) rmSync(join(cache, old), { recursive: true });
    process.stderr.write(`making the set ${name}, once\n`);
    mkdirSync(place, { recursive: true });
    const { key, actor } = await make(settings);
    // Written last and atomically: a set without it is incomplete.
    writeFileSync(`${person}.part`, JSON.stringify({ key, actor }));
    renameSync(`${person}.part`, person);
  }
  return { ...(JSON.parse(readFileSync(person, "utf8")) as Omit<Data, "settings">), settings };
}

function stamp(sources: readonly string[]): string {
  const migrations = globSync("../server/src/storage/migrations/*.ts", { cwd: import.meta.dirname });
  const all = [...sources, ...migrations.toSorted()].map((source) =>
    readFileSync(join(import.meta.dirname, source)),
  );
  return createHash("sha256").update(Buffer.concat(all)).digest("hex").slice(0, 8);
}
