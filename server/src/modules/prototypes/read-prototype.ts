import { getPrototype } from "@groundplan/contract";
import { read } from "../../dispatch/handlers.ts";
import { readablePlan } from "../plans/access.ts";
import { livePrototype } from "./access.ts";
import { presentPrototype } from "./present.ts";
import { filesOf } from "./store.ts";

export const prototypeGet = read(getPrototype, async (db, actor, { params }) => {
  const row = await livePrototype(db, await readablePlan(db, actor, params));
  return { prototype: presentPrototype(row, await filesOf(db, row)) };
});
