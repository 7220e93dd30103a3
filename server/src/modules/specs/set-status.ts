import type { SpecStatus } from "@groundplan/contract";
import { now } from "../../ids.ts";
import type { Tx } from "../../storage/dialect.ts";
import type { SpecRow } from "./access.ts";
import { updateSpecRow } from "./store.ts";

/** Sets a spec's status alone, as a tracker reports it. The caller writes its event and updates its plan's status. */
export const setSpecStatus = (tx: Tx, spec: SpecRow, status: SpecStatus): Promise<void> =>
  updateSpecRow(tx, spec, { status, updated_at: now() });
