import {
  getFormat,
  getProjectFormat,
  type Input,
  listFormats,
  listProjectFormats,
} from "@groundplan/contract";
import type { Actor } from "../../actor.ts";
import { read } from "../../dispatch/handlers.ts";
import type { Db } from "../../storage/dialect.ts";
import { pageOf } from "../paging.ts";
import { type Path, readableFormat, readableFormats } from "./access.ts";
import { presentFormat } from "./present.ts";

type List = { params: Path; query: Input<typeof listFormats>["query"] };

const list = async (db: Db, actor: Actor, { params, query }: List) => {
  const formats = (await readableFormats(db, actor, params)).map(presentFormat);
  const { rows, ...next } = await pageOf(
    `${listFormats.id} ${params.projectSlug}`,
    query,
    async ([after = ""], limit) => {
      const from = formats.findIndex(({ kind }) => kind === after) + 1;
      return formats.slice(from, from + limit);
    },
    ({ kind }) => [kind],
  );
  return { formats: rows, ...next };
};

const get = async (db: Db, actor: Actor, { params }: { params: Path & { kind: string } }) => ({
  format: presentFormat(await readableFormat(db, actor, params)),
});

export const formatsList = read(listFormats, list);
export const formatGet = read(getFormat, get);
export const projectFormatsList = read(listProjectFormats, list);
export const projectFormatGet = read(getProjectFormat, get);
