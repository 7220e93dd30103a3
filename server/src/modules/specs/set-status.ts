import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { SpecRow } from "./access.ts";
import { updateSpecRow } from "./store.ts";

/** Sets a spec's status alone, as a tracker says it. Its event and its plan's status are the caller's. */
export const setSpecStatus = (tx: Tx, spec: SpecRow, status: string): Promise<void> =>
  updateSpecRow(tx, spec, { status, updated_at: now() });
