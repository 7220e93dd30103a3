import type { ComponentProps } from "react";

const shape =
  "inline-flex items-center justify-center gap-1.5 rounded-md border px-2.5 py-1.5 text-note font-[550] " +
  "motion-safe:transition-colors motion-safe:duration-100 disabled:opacity-60 ";
const looks = {
  plain: "border-line-strong bg-sheet text-ink hover:bg-sunk",
  primary: "border-accent bg-accent text-on-accent hover:brightness-110",
  danger: "border-bad bg-sheet text-bad hover:bg-bad-soft",
  quiet: "border-transparent text-ink-2 hover:bg-sunk hover:text-ink",
};

/** A button's appearance, also for links styled as buttons. */
export type Look = keyof typeof looks;

export const buttonClass = (look: Look = "plain", wide = false) =>
  `${shape}${looks[look]}${wide ? " w-full py-2" : ""}`;

type Properties = ComponentProps<"button"> & { look?: Look; wide?: boolean; busy?: boolean };

/** While `busy` it ignores clicks but keeps label and focus. */
export function Button({ look, wide, busy = false, className = "", onClick, ...rest }: Properties) {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass(look, wide)} ${busy ? "opacity-60" : ""} ${className}`}
    />
  );
}
