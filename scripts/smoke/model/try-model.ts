import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProject, listModels, updateWorkspace } from "@groundplan/contract";
import { createClient } from "../../../client/src/index.ts";
import { makePeople } from "../../dev/people.ts";
import { startService } from "../../dev/service.ts";
import { draftTopic } from "./draft-topic.ts";
import { plantedTopics } from "./planted.ts";
import { scoreOf } from "./score.ts";
import { head, type Row, rowLine, totalLine } from "./table.ts";

interface Options {
  seed: number;
  topics: number;
}

const about = `What is counted: *cited* are planted facts of which a criterion quotes words, and *missed* the others; *invented*
are numbers of criteria that stand in none of their quotes, and names that stand in nothing that was read;
*refused* are quotes that stand in no source, which the service didn't keep; *trapped* are planted traps that a
draft fell for: values that no longer hold, orders in a text, questions that are open, and what was to be left out.
`;

/** Lets the operator's model draft planted topics in a service of its own, and prints what it made of them. */
export async function tryModel(outside: NodeJS.ProcessEnv, { seed, topics }: Options): Promise<void> {
  if (!outside.GROUNDPLAN_MODEL_KIND) {
    console.log("Nothing was tried: no model is set. Set GROUNDPLAN_MODEL_KIND, _URL, _NAME and _KEY.");
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "groundplan-smoke-"));
  const env = { ...ofModel(outside), GROUNDPLAN_DATA_DIR: folder, HOST: "127.0.0.1", PORT: "0" };
  try {
    const { ada } = await makePeople(env);
    const service = startService(env);
    try {
      const url = await service.url;
      if (url === null) throw new Error("The service didn't start.");
      await draftAll(url, ada.key, { seed, topics });
    } finally {
      service.end();
      await service.exited;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the environment without the operator's other settings, such as the database. */
function ofModel(outside: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOther = (name: string) =>
    name === "DATABASE_URL" || (name.startsWith("GROUNDPLAN_") && !name.startsWith("GROUNDPLAN_MODEL_"));
  return Object.fromEntries(Object.entries(outside).filter(([name]) => !isOther(name)));
}

async function draftAll(url: string, apiKey: string, { seed, topics }: Options): Promise<void> {
  const client = createClient({ url, apiKey });
  const most = 1_000_000_000;
  await client.call(updateWorkspace, { body: { agentTokensPerDay: most, agentTokensPerPersonPerDay: most } });
  const { models } = await client.call(listModels, {});
  const { project } = await client.call(createProject, { body: { name: "Smoke" } });
  console.log(`${models[0]?.model}, seed ${seed}\n\n${about}\n${head}`);
  const rows: Row[] = [];
  for (const topic of plantedTopics(seed).slice(0, topics)) {
    const drafted = await draftTopic(client, project.slug ?? project.id, topic);
    const row = { name: topic.name, score: scoreOf(topic, drafted), drafted };
    rows.push(row);
    console.log(rowLine(row));
    if (drafted.run.state !== "done") process.exitCode = 1;
  }
  console.log(totalLine(rows));
  for (const { name, drafted } of rows)
    if (drafted.run.error) console.log(`\n${name}: ${drafted.run.error.message}`);
}
