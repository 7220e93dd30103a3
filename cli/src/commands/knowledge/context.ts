import { listing } from "../../group.ts";
import { addContext } from "./context-add.ts";
import { listContext, packContext } from "./context-list.ts";
import { deleteContext, refreshContext, showContext } from "./context-one.ts";

export const context = () =>
  listing(
    "context",
    "what planners read: context sources",
    listContext(),
    addContext(),
    packContext(),
    showContext(),
    refreshContext(),
    deleteContext(),
  );
