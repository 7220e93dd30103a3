import type { createApiKey, Reply } from "@groundplan/contract";
import { Button } from "../../../components/button.tsx";
import { Copy } from "../../../components/copy.tsx";

interface Properties {
  created: Reply<typeof createApiKey>;
  onClose: () => void;
}

/** Shown once: the service stores only a hash. */
export const NewKey = ({ created: { key, secret }, onClose }: Properties) => (
  <section
    aria-label={`The key ${key.name}`}
    className="mb-6 grid gap-3 rounded-card border border-line bg-sheet p-4"
  >
    <p>
      <strong className="font-[550]">{key.name}</strong> is created. Copy its secret now: it won't be shown
      again.
    </p>
    <Copy text={secret} label="Copy secret" />
    <div className="flex justify-end">
      <Button onClick={onClose}>Done</Button>
    </div>
  </section>
);
