import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { whenIdle } from "../../base/idle.ts";
import { Aside } from "./aside.tsx";
import { mainClass, PageContext } from "./main.tsx";
import { useVisit } from "./recent.ts";

interface Properties {
  /** The title of the page and the window. */
  title: string;
  /** Replaces the title while it is edited. */
  titleField?: ReactNode;
  /** The breadcrumbs. */
  crumbs?: ReactNode[];
  pills?: ReactNode;
  /** At most three buttons, one of them primary. */
  actions?: ReactNode;
  /** The tabs, which are links. */
  tabs?: ReactNode;
  /** The side column and its name. */
  aside?: { name: string; content: ReactNode } | undefined;
  children: ReactNode;
}

/** The layout of a page. */
export function Page({ title, titleField, crumbs = [], pills, actions, tabs, aside, children }: Properties) {
  const main = useRef<HTMLElement>(null);
  const views = useRef<HTMLElement>(null);
  useVisit(title);
  useEffect(() => takeFocus(main.current), []);
  // Deferred: it forces a layout, and the router first restores the tabs' scroll position.
  useEffect(() => whenIdle(() => showCurrent(views.current)), []);
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] side:has-[>aside]:grid-cols-[minmax(0,1fr)_19.5rem]">
      <title>{`${title} · Groundplan`}</title>
      <main ref={main} id="main" tabIndex={-1} className={mainClass}>
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
        {pills && <div className="mt-2 flex flex-wrap items-center gap-1">{pills}</div>}
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
          <PageContext>{children}</PageContext>
        </div>
      </main>
      {aside && <Aside.Column {...aside} />}
    </div>
  );
}

/** Scrolls the current tab into view in a narrow window. */
function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector<HTMLElement>("[aria-current=page]");
  if (!tabs || !current) return;
  const { scrollLeft, clientWidth } = tabs;
  const left = current.offsetLeft - tabs.offsetLeft;
  if (left >= scrollLeft && left + current.offsetWidth <= scrollLeft + clientWidth) return;
  tabs.scrollLeft = left - (clientWidth - current.offsetWidth) / 2;
}

let isFirst = true;

/** Focuses the main content if the followed link is gone. */
function takeFocus(main: HTMLElement | null): void {
  if (!isFirst && document.activeElement === document.body) main?.focus({ preventScroll: true });
  isFirst = false;
}
