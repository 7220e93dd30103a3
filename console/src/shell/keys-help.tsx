import { useStore } from "../base/store.ts";
import { Kbd } from "../components/keyboard/kbd.tsx";
import { bindings, keyNames } from "../components/keyboard/keys.ts";
import Dialog from "../components/overlays/dialog.tsx";
import { listedKeys } from "../editor/menu/listed-keys.ts";

/** Lists the current page's shortcuts. */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const all = useStore(bindings);
  const rows = [
    ...all.map(({ keys, says }) => [keyNames(keys), says] as const),
    [["Enter"], "Open the row in focus"] as const,
    [["Esc"], "Close, and return the focus"] as const,
  ];
  const inTexts = listedKeys.map(([key, says]) => [keyNames(key), says] as const);
  return (
    <Dialog
      title="Keys"
      says="They are off while you type. Single-letter keys can be turned off in your menu."
      onClose={onClose}
    >
      <Rows rows={rows} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <section tabIndex={0} aria-labelledby="keys-of-texts">
        <h3 id="keys-of-texts" className="mt-4 mb-2 font-semibold">
          While you write a text
        </h3>
        <Rows rows={inTexts} />
      </section>
    </Dialog>
  );
}

const Rows = ({ rows }: { rows: readonly (readonly [readonly string[], string])[] }) => (
  <dl className="grid grid-cols-[9rem_1fr] gap-y-2">
    {rows.map(([keys, says]) => (
      <div key={keys.join(" ")} className="contents">
        <dt className="flex gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </dt>
        <dd className="text-ink-2">{says}</dd>
      </div>
    ))}
  </dl>
);
