import { useStore } from "../base/store.ts";
import { Kbd } from "../components/keyboard/kbd.tsx";
import { bindings, keyNames } from "../components/keyboard/keys.ts";
import Dialog from "../components/overlays/dialog.tsx";

/** Lists the current page's shortcuts. */
export default function KeysHelp({ onClose }: { onClose: () => void }) {
  const all = useStore(bindings);
  const rows = [
    ...all.map(({ keys, says }) => [keyNames(keys), says] as const),
    [["Enter"], "Open the row in focus"] as const,
    [["Esc"], "Close, and return the focus"] as const,
  ];
  return (
    <Dialog
      title="Keys"
      says="They are off while you type. Single-letter keys can be turned off in your menu."
      onClose={onClose}
    >
      <dl className="grid grid-cols-[7rem_1fr] gap-y-2">
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
    </Dialog>
  );
}
