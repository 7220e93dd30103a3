import type { Label } from "@groundplan/contract";
import type { LabelRow } from "./store.ts";

export const presentLabel = ({ id, name, color, created_at, updated_at }: LabelRow): Label => ({
  id,
  name,
  color,
  createdAt: created_at,
  updatedAt: updated_at,
});
