import type { ReactNode } from "react";

const most = 200;

interface Properties<T> {
  label: string;
  items: readonly T[];
  children: (item: T) => ReactNode;
}

/** A truncated list that counts the rest. */
export const FirstFew = <T,>({ label, items, children }: Properties<T>) => (
  <ul aria-label={label} className="mt-1 text-note">
    {items.slice(0, most).map((item, index) => (
      <li key={index.toString()} className="border-t border-line py-1 break-words">
        {children(item)}
      </li>
    ))}
    {items.length > most && (
      <li className="border-t border-line py-1 text-ink-3">
        and {(items.length - most).toLocaleString("en")} more
      </li>
    )}
  </ul>
);
