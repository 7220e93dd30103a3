import { exportPlan, type Input, type RawFile, reportExport } from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { concurrencyLimit } from "../../dispatch/concurrency/concurrency-limit.ts";
import { read } from "../../dispatch/handlers.ts";
import { readFile } from "../../files/read-file.ts";
import type { Db } from "../../storage/dialect.ts";
import { writeZip } from "../../zip/write-zip.ts";
import { readableInstructions } from "../instructions/access.ts";
import { readablePlan } from "../plans/access.ts";
import { commentsOf } from "./read-talk.ts";
import { readTree } from "./read-tree.ts";
import { writeTree } from "./write-tree.ts";
import type { Written } from "./written.ts";

/** Exports hold all texts of a plan, so few are made at once. */
const fewAtOnce = concurrencyLimit(2, 20);

type Asked = Pick<Input<typeof exportPlan>, "params" | "query">;

async function written(db: Db, actor: Actor, { params, query }: Asked): Promise<Written> {
  const plan = await readablePlan(db, actor, params);
  const tree = await readTree(db, actor, plan);
  if (query.format === "markdown") {
    tree.comments = await commentsOf(
      db,
      actor,
      tree.plans.map(({ id }) => id),
    );
    const { own } = await readableInstructions(db, actor, params);
    tree.instructions = own?.markdown.trim() ?? "";
  }
  return writeTree(db, tree, query.format, query);
}

async function archive(db: Db, actor: Actor, asked: Asked): Promise<RawFile> {
  const { files } = await written(db, actor, asked);
  const packed = files.map((file) => ({
    path: file.path,
    executable: false,
    read: () =>
      file.state === "kept" ? readFile(db, actor.workspaceId, file.fileId) : [Buffer.from(file.text)],
  }));
  const name = `${asked.params.planShortId}-${asked.query.format}.zip`;
  return { name, mediaType: "application/zip", content: writeZip(packed) };
}

async function report(db: Db, actor: Actor, asked: Asked) {
  const { files, notes } = await written(db, actor, asked);
  return { export: { files: files.map(({ path, state }) => ({ path, state })), notes } };
}

export const exportHandlers = [
  read(exportPlan, archive, { limit: fewAtOnce }),
  read(reportExport, report, { limit: fewAtOnce }),
];
