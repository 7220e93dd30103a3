import { Tokenizer } from "htmlparser2";

/**
 * An in-memory shim for `localStorage`, `sessionStorage` and `document.cookie`, which throw in pages without
 * an origin and would leave them blank.
 */
export const standIn = `<script>
(() => {
  const storage = () => {
    const kept = new Map();
    const own = {
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, value) => void kept.set(String(key), String(value)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
      key: (n) => [...kept.keys()][n] ?? null,
    };
    return new Proxy(Object.create(Storage.prototype), {
      get: (target, key) =>
        key === "length" ? kept.size : Object.hasOwn(own, key) ? own[key] : (kept.get(key) ?? target[key]),
      set: (_, key, value) => (own.setItem(key, value), true),
      has: (target, key) => kept.has(key) || key in target,
      deleteProperty: (_, key) => (kept.delete(key), true),
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: (_, key) =>
        kept.has(key)
          ? { value: kept.get(key), writable: true, enumerable: true, configurable: true }
          : undefined,
    });
  };
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, { value: storage(), configurable: true, enumerable: true });
  const cookies = new Map();
  Object.defineProperty(document, "cookie", {
    configurable: true,
    get: () => [...cookies].map(([name, value]) => (name ? name + "=" + value : value)).join("; "),
    set(text) {
      const [pair, ...rest] = String(text).split(";").map((part) => part.trim());
      const at = pair.indexOf("=");
      const name = pair.slice(0, Math.max(at, 0)).trim();
      const about = Object.fromEntries(
        rest.map((part) => [part.split("=", 1)[0].toLowerCase(), part.slice(part.indexOf("=") + 1)]),
      );
      const isOver = "max-age" in about ? !(Number(about["max-age"]) > 0) : Date.parse(about.expires) <= Date.now();
      if (isOver) cookies.delete(name);
      else cookies.set(name, pair.slice(at + 1).trim());
    },
  });
})();
</script>`;

/**
 * Returns the shim's offset: before the first element, ahead of scripts and policies; null for a page without
 * scripts. A partial page may still have some.
 */
export function offsetForStandIn(html: string, isPart = false): number | null {
  let offset: number | null = null;
  let hasScript = isPart;
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false }, {
    onopentagname: (from, to) => {
      const element = html.slice(from, to).toLowerCase();
      if (element === "script") hasScript = true;
      if (element !== "html" && element !== "head") offset ??= from - 1;
    },
    onattribname: (from) => {
      if (/^on/i.test(html.slice(from, from + 2))) hasScript = true;
    },
    onattribdata: nothing,
    onattribend: nothing,
    ontext: nothing,
    onclosetag: nothing,
    onend: nothing,
    onattribentity: nothing,
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onopentagend: nothing,
    onprocessinginstruction: nothing,
    onselfclosingtag: nothing,
    ontextentity: nothing,
  } as ConstructorParameters<typeof Tokenizer>[1]);
  tokenizer.write(html);
  tokenizer.end();
  return hasScript ? offset : null;
}

const nothing = () => {};
