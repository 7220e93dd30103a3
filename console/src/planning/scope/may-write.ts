import { getPlan } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { useWorkspace } from "../../session/workspace.ts";
import { mayEdit } from "../may-edit.ts";
import type { Scope } from "./scope.ts";

/** False until known. */
export function useMayWrite({ kind, params }: Scope): boolean {
  const isMember = useWorkspace().role !== "VIEWER";
  const { data } = useQuery({ ...read(getPlan, { params }), enabled: kind === "plan" });
  return kind === "plan" ? data !== undefined && mayEdit(data.plan) : isMember;
}
