import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./children.ts";
import { fillWithPlans } from "./data-rows.ts";
import { type Data, settingsOf, withPerson } from "./service.ts";

/**
 * A workspace with so many specs, all that a service needs to serve it. It is made once and kept, under a name that
 * changes with the schema and with the rows; what is written to it stays.
 */
export async function dataSet(specs: number): Promise<Data> {
  const name = `specs-${specs}`;
  const place = join(cache, `${name}-${stamp()}`);
  const settings = settingsOf(place);
  const person = join(place, "person.json");
  if (!existsSync(person)) {
    for (const old of globSync(`${name}-*`, { cwd: cache })) rmSync(join(cache, old), { recursive: true });
    process.stderr.write(`making a set of ${specs} specs, once\n`);
    mkdirSync(place, { recursive: true });
    const { key, actor } = await withPerson(settings);
    await fillWithPlans({ settings, key, actor }, specs);
    // It comes last and at once: a set without it was not finished.
    writeFileSync(`${person}.part`, JSON.stringify({ key, actor }));
    renameSync(`${person}.part`, person);
  }
  return { ...(JSON.parse(readFileSync(person, "utf8")) as Omit<Data, "settings">), settings };
}

function stamp(): string {
  const sources = globSync(["data-rows.ts", "../server/src/storage/migrations/*.ts"], {
    cwd: import.meta.dirname,
  });
  const all = sources.toSorted().map((source) => readFileSync(join(import.meta.dirname, source)));
  return createHash("sha256").update(Buffer.concat(all)).digest("hex").slice(0, 8);
}
