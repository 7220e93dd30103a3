import type { SpecStatus } from "@groundplan/contract";
import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { SpecRow } from "../access.ts";
import { updateSpecRow } from "../store.ts";

/** Sets a status, which ends a review. The caller appends the event and updates the plan's status. */
export const setSpecStatus = (tx: Tx, spec: SpecRow, status: SpecStatus): Promise<void> =>
  updateSpecRow(tx, spec, { status, awaits_review: 0, updated_at: now() });

/** Lets a spec in progress await a review. The caller appends the events. */
export const markAwaiting = (tx: Tx, spec: SpecRow): Promise<void> =>
  updateSpecRow(tx, spec, { awaits_review: 1, updated_at: now() });
