import { useEffect, useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { useKey } from "../../../components/keyboard/keys.ts";
import type { Act } from "../../../components/overlays/act.ts";
import { Menu, MenuOf } from "../../../components/overlays/menu.tsx";
import type { ListName } from "./columns/columns.ts";
import { ColumnsMenu } from "./columns/columns-menu.tsx";
import { type FilterChoice, filterWords, useFilterChoices } from "./filter-choices.ts";
import { type GroupBy, groupWords } from "./group-by.ts";
import { SavedViews } from "./saved-views.tsx";
import { type FilterName, isPlainView, type SpecView, valuesOf } from "./spec-view.ts";

type Chosen = Exclude<FilterName, "q">;

const sortWords = {
  updated: "Newest change",
  "-updated": "Oldest change",
  created: "Newest",
  "-created": "Oldest",
  due: "Due first",
  "-due": "Due last",
  priority: "Urgent first",
  "-priority": "Low first",
} as const;

interface Properties {
  view: SpecView;
  set: (view: SpecView) => void;
  /** Filters that make sense in this list. */
  filters: readonly Chosen[];
  /** The list's own order and groups, which need no words in the address. */
  usual: { sort: string; group: GroupBy; groups: readonly GroupBy[] };
  /** The place of a saved view. */
  place?: { projectSlug: string; planShortId: string };
  /** The list whose columns can be chosen; absent on the board. */
  columns?: ListName;
}

const chip =
  "inline-flex max-w-full items-center gap-1 rounded-full border border-line-strong bg-sunk py-0.5 pl-2.5 text-small text-ink-2";
const box =
  "min-w-0 flex-1 basis-40 rounded-md border border-field bg-paper px-2 py-1 text-base text-ink placeholder:text-ink-3";

/** Filters as chips, order, groups and saved views of a list of specs. */
export default function ViewBar({ view, set, filters, usual, place, columns }: Properties) {
  const choices = useFilterChoices(filters);
  const add = useRef<HTMLSpanElement>(null);
  const [opened, open] = useState<Chosen | null>(null);
  useKey("f", "Filter the specs", () => add.current?.querySelector("button")?.click());
  const shown = filters.filter((name) => view[name] !== undefined || name === opened);
  const change = (changes: SpecView) => set({ ...view, ...changes });
  const sort = view.sort ?? usual.sort;
  const group = view.group ?? usual.group;
  return (
    <search aria-label="Filter the specs" className="mt-3 mb-1 flex flex-wrap items-center gap-2">
      <Words value={view.q ?? ""} set={(q) => change({ q })} />
      {shown.map((name) => (
        <Chip
          key={name}
          name={filterWords[name]}
          choices={choices[name]}
          values={valuesOf(view[name])}
          isOpen={name === opened}
          set={(values) => change({ [name]: values.join(",") })}
          onClose={() => open(null)}
        />
      ))}
      <span ref={add}>
        <Menu
          label="Filter: add one"
          look="quiet"
          acts={filters
            .filter((name) => !shown.includes(name) && choices[name].length > 0)
            .map((name) => ({ name: filterWords[name], run: () => open(name) }))}
        >
          Filter
        </Menu>
      </span>
      <Menu
        label={`Order: ${sortName(sort)}`}
        look="quiet"
        acts={sortActs(sort, usual.sort, (to) => change({ sort: to }))}
      >
        {sortName(sort)} <span aria-hidden="true">▾</span>
      </Menu>
      {usual.groups.length > 1 && (
        <Menu
          label={`Groups: ${groupWords[group as GroupBy] ?? group}`}
          look="quiet"
          acts={usual.groups.map((name) => ({
            name: groupWords[name],
            isChosen: name === group,
            run: () => change({ group: name === usual.group ? "" : name }),
          }))}
        >
          {groupWords[group as GroupBy] ?? group} <span aria-hidden="true">▾</span>
        </Menu>
      )}
      {columns && <ColumnsMenu list={columns} />}
      <SavedViews view={view} set={set} {...(place ? { place } : {})} />
      {!isPlainView(view) && (
        <Button look="quiet" onClick={() => set({})}>
          Clear
        </Button>
      )}
    </search>
  );
}

const sortName = (sort: string): string => sortWords[sort as keyof typeof sortWords] ?? "In order";

const sortActs = (now: string, usual: string, choose: (sort: string) => void): Act[] => [
  ...(usual in sortWords ? [] : [{ name: "In order", isChosen: now === usual, run: () => choose("") }]),
  ...Object.entries(sortWords).map(([sort, name]) => ({
    name,
    isChosen: sort === now,
    run: () => choose(sort === usual ? "" : sort),
  })),
];

/** The words are sent once the typing rests, so that each key doesn't ask the service. */
function Words({ value, set }: { value: string; set: (q: string) => void }) {
  const [typed, type] = useState(value);
  const latest = useRef(set);
  latest.current = set;
  // Another view may be chosen meanwhile.
  useEffect(() => type(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => latest.current(typed), 250);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <input
      type="search"
      aria-label="Filter by words"
      placeholder="Words of title or text"
      value={typed}
      onChange={({ target }) => type(target.value)}
      className={box}
    />
  );
}

interface ChipProperties {
  name: string;
  choices: readonly FilterChoice[];
  values: readonly string[];
  isOpen: boolean;
  set: (values: string[]) => void;
  onClose: () => void;
}

/** A filter with its values; its menu opens when it is added. */
function Chip({ name, choices, values, isOpen: isNew, set, onClose }: ChipProperties) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, open] = useState(isNew);
  const close = () => {
    open(false);
    onClose();
  };
  const words = values.map((value) => choices.find((one) => one.value === value)?.name ?? value);
  const toggle = (value: string) =>
    set(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
  return (
    <span className={`relative ${chip}`}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
        className="min-h-6 min-w-0 truncate"
      >
        {name}: {words.length > 0 ? words.join(", ") : "any"}
      </button>
      <button
        type="button"
        aria-label={`Remove the filter ${name}`}
        onClick={() => {
          set([]);
          onClose();
        }}
        className="grid size-6 flex-none place-items-center rounded-full hover:bg-line"
      >
        ×
      </button>
      {isOpen && (
        <MenuOf
          anchor={button}
          acts={choices.map(({ value, name }) => ({
            name,
            isChosen: values.includes(value),
            staysOpen: true,
            run: () => toggle(value),
          }))}
          onClose={close}
        />
      )}
    </span>
  );
}
