const strong = /(?<![\p{L}\p{N}*/])\*\*(?=[^\s*])([^*]+)(?<=\S)\*\*(?![\p{L}\p{N}*/])/gu;
const whole = /^(\*{1,3}|_)(?=[^\s*_])([^*_]*[^\s*_])\1$/u;

/** Returns a task's title without emphasis. `__init__.py` and `src/**` are no emphasis. */
export const plainTitle = (title: string) => title.trim().replace(strong, "$1").trim().replace(whole, "$2");

/** Returns a short name for a task without a number: its title's letters and digits, at most 40 characters. */
export function slugOf(title: string): string {
  const words = [
    ...title
      .slice(0, 400)
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-"),
  ];
  return (
    words
      .slice(0, 40)
      .join("")
      .replace(/^-+|-+$/gu, "") || "task"
  );
}
