import { useEffect } from "react";
import { Skeleton } from "../../../components/loading/skeleton.tsx";
import { beginEditing } from "./begin-editing.ts";
import type { EditRequest } from "./editing.ts";

/** Starts the requested editing session. */
export function OpenEditing({ asked }: { asked: EditRequest }) {
  useEffect(() => beginEditing(asked), [asked]);
  return <Skeleton rows={6} />;
}
