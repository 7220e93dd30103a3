import { getProjectFormat } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { templateOf } from "./template.ts";

/** Returns the text that the descriptions of a project's plans begin with, by its format; null where it has none. */
export function useEpicTemplate(projectSlug: string): string | null {
  const { data } = useQuery(read(getProjectFormat, { params: { projectSlug, kind: "epic" } }));
  return data ? templateOf(data.format.markdown) : null;
}
