import { createStore } from "../../../../base/store.ts";
import type { Column } from "./columns.ts";

/** The shown columns of the current page's list that its rows don't have by themselves. */
export const addedColumns = createStore<readonly Column[]>([]);
