import {
  deleteFormat,
  deleteProjectFormat,
  getFormat,
  getProjectFormat,
  listFormats,
  listProjectFormats,
  putFormat,
  putProjectFormat,
} from "@groundplan/contract";
import type { Scope } from "../../planning/scope/scope.ts";

const project = {
  list: listProjectFormats,
  get: getProjectFormat,
  put: putProjectFormat,
  remove: deleteProjectFormat,
};
const workspace = { list: listFormats, get: getFormat, put: putFormat, remove: deleteFormat };

type FormatEndpoints = typeof project;

/** By scope; only the path parameters differ. */
export const formatsAt = ({ kind }: Scope): FormatEndpoints =>
  kind === "workspace" ? (workspace as unknown as FormatEndpoints) : project;

/** The endpoints to invalidate after a change of formats. */
export const formatReads = [project, workspace].flatMap(({ list, get }) => [list, get]);
