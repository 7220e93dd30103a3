import type { SpecStatus } from "@groundplan/contract";
import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { SpecRow } from "../access.ts";
import { updateSpecRow } from "../store.ts";

/** Sets a status reported by a tracker. The caller appends the event and updates the plan's status. */
export const setSpecStatus = (tx: Tx, spec: SpecRow, status: SpecStatus): Promise<void> =>
  updateSpecRow(tx, spec, { status, updated_at: now() });
