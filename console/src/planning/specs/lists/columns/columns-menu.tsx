import { useLayoutEffect, useState } from "react";
import type { Act } from "../../../../components/overlays/act.ts";
import { Menu } from "../../../../components/overlays/menu.tsx";
import { useSession } from "../../../../session/session.ts";
import { addedColumns } from "./added-columns.ts";
import { type Column, chosenColumns, columnsOf, columnWords, keepColumns, type ListName } from "./columns.ts";
import "./columns.css";

/** Chooses what the rows of a list show. Rows have their usual columns, which the page's root hides or adds to. */
export function ColumnsMenu({ list }: { list: ListName }) {
  const userId = useSession().user.id;
  const { all, usual } = columnsOf[list];
  const [chosen, choose] = useState(() => chosenColumns(userId, list));
  const shown = chosen ?? usual;
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.hiddenColumns = usual.filter((one) => !shown.includes(one)).join(" ");
    addedColumns.set(shown.filter((one) => !usual.includes(one)));
    return () => {
      delete dataset.hiddenColumns;
      addedColumns.set([]);
    };
  }, [shown, usual]);
  const set = (columns: readonly Column[] | null) => {
    keepColumns(userId, list, columns);
    choose(columns && [...columns]);
  };
  const acts: Act[] = all.map((column) => ({
    name: columnWords[column],
    isChosen: shown.includes(column),
    staysOpen: true,
    run: () => set(all.filter((one) => shown.includes(one) !== (one === column))),
  }));
  return (
    <Menu
      label="Columns"
      look="quiet"
      acts={[...acts, ...(chosen === null ? [] : [{ name: "Usual columns", run: () => set(null) }])]}
    >
      Columns <span aria-hidden="true">▾</span>
    </Menu>
  );
}
