import { group } from "../../group.ts";
import { createSpec } from "./spec-create.ts";
import { editSpec } from "./spec-edit.ts";
import { listSpecs } from "./spec-list.ts";
import { deleteSpec, moveSpec, restoreSpec, setStatus } from "./spec-place.ts";
import { showSpec } from "./spec-show.ts";

export const spec = () =>
  group(
    "spec",
    "specs",
    listSpecs(),
    showSpec(),
    createSpec(),
    editSpec(),
    setStatus(),
    moveSpec(),
    deleteSpec(),
    restoreSpec(),
  );
