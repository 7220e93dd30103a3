import { useEffect } from "react";
import { Skeleton } from "../../../components/loading/skeleton.tsx";
import { beginEditing } from "./begin-editing.ts";
import type { Asked } from "./editing.ts";

/** Starts the requested editing session. */
export function OpenEditing({ asked }: { asked: Asked }) {
  useEffect(() => beginEditing(asked), [asked]);
  return <Skeleton rows={6} />;
}
