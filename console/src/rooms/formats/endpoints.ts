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
import type { Place } from "../places/place.ts";

const project = {
  list: listProjectFormats,
  get: getProjectFormat,
  put: putProjectFormat,
  remove: deleteProjectFormat,
};
const workspace = { list: listFormats, get: getFormat, put: putFormat, remove: deleteFormat };

type FormatEndpoints = typeof project;

/** Returns the endpoints of the formats of a place. They differ in the parameters of their addresses only. */
export const formatsAt = ({ kind }: Place): FormatEndpoints =>
  kind === "workspace" ? (workspace as unknown as FormatEndpoints) : project;

/** Everything that shows formats. */
export const showsFormats = [project, workspace].flatMap(({ list, get }) => [list, get]);
