import { createContext, type ReactNode, useContext } from "react";

const InPage = createContext(false);

/** Tells the parts inside that a page is around them. */
export const PageAround = ({ children }: { children: ReactNode }) => <InPage value={true}>{children}</InPage>;

/** The classes of the sheet that a room is on. */
export const sheetClass = "min-w-0 px-4 py-5 column:px-8 column:py-6";

/** Gives the focus to the sheet, where what had it is gone. */
export const focusSheet = (): void => document.getElementById("sheet")?.focus({ preventScroll: true });

/** Puts onto a sheet, with a title, what stands alone; inside of a page it is on one already. */
export function Sheet({ title, children }: { title?: string; children: ReactNode }) {
  if (useContext(InPage)) return children;
  return (
    <main id="sheet" tabIndex={-1} className={`flex-1 ${sheetClass}`}>
      {title && <h1 className="mb-4 text-h1 font-[650]">{title}</h1>}
      {children}
    </main>
  );
}
