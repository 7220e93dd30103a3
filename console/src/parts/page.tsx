import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { useVisit } from "../frame/recent.ts";
import { whenIdle } from "../idle.ts";
import { Aside } from "./aside.tsx";
import { PageAround, sheetClass } from "./sheet.tsx";

interface Properties {
  /** The room's title; also the window's. */
  title: string;
  /** Stands in for the title while it is edited. */
  titleField?: ReactNode;
  /** The way here: links, and handles in monospace. */
  crumbs?: ReactNode[];
  /** Words of state. */
  pills?: ReactNode;
  /** At most three buttons, one of them primary. */
  actions?: ReactNode;
  /** The tabs, which are links. */
  tabs?: ReactNode;
  /** This is what stands beside the sheet, with its name. */
  aside?: { name: string; content: ReactNode } | undefined;
  children: ReactNode;
}

/** Lays out a room: where one is, its title and state, what can be done, and the room itself. */
export function Page({ title, titleField, crumbs = [], pills, actions, tabs, aside, children }: Properties) {
  const sheet = useRef<HTMLElement>(null);
  const views = useRef<HTMLElement>(null);
  useVisit(title);
  useEffect(() => takeFocus(sheet.current), []);
  // Before the page rests this would lay it out once more, and the router puts the tabs back where they stood in the last room.
  useEffect(() => whenIdle(() => showCurrent(views.current)), []);
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] side:has-[>aside]:grid-cols-[minmax(0,1fr)_19.5rem]">
      <title>{`${title} · Groundplan`}</title>
      <main ref={sheet} id="sheet" tabIndex={-1} className={sheetClass}>
        {crumbs.length > 0 && (
          <nav
            aria-label="Breadcrumb"
            className="mb-2 flex flex-wrap gap-1.5 wrap-anywhere text-note text-ink-3"
          >
            {crumbs.map((crumb, index) => (
              <Fragment key={`crumb ${index.toString()}`}>
                {index > 0 && <span aria-hidden="true">/</span>}
                {crumb}
              </Fragment>
            ))}
          </nav>
        )}
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-60">
            <h1
              dir="auto"
              className={titleField ? "sr-only" : "text-h1 font-[650] tracking-[-0.012em] text-balance"}
            >
              {title}
            </h1>
            {titleField}
          </div>
          <div className="flex flex-wrap gap-2">
            {actions}
            {aside && <Aside.Button {...aside} />}
          </div>
        </header>
        {pills && <div className="mt-2 flex flex-wrap gap-1">{pills}</div>}
        {tabs && (
          <nav
            ref={views}
            aria-label="Views"
            className="mt-4 flex gap-4 overflow-x-auto border-b border-line"
          >
            {tabs}
          </nav>
        )}
        <div className="mt-4">
          <PageAround>{children}</PageAround>
        </div>
      </main>
      {aside && <Aside.Column {...aside} />}
    </div>
  );
}

/** Brings the tab of this room into sight, where a narrow window has room for some of them only. */
function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector<HTMLElement>("[aria-current=page]");
  if (!tabs || !current) return;
  const { scrollLeft, clientWidth } = tabs;
  const left = current.offsetLeft - tabs.offsetLeft;
  if (left >= scrollLeft && left + current.offsetWidth <= scrollLeft + clientWidth) return;
  tabs.scrollLeft = left - (clientWidth - current.offsetWidth) / 2;
}

let isFirst = true;

/** Gives the focus to a room's sheet where the link that led to the room is gone; the first room leaves it to the page. */
function takeFocus(sheet: HTMLElement | null): void {
  if (!isFirst && document.activeElement === document.body) sheet?.focus({ preventScroll: true });
  isFirst = false;
}
