import { Button } from "../../../components/button.tsx";
import { Copy } from "../../../components/copy.tsx";

interface Properties {
  url: string;
  secret: string;
  onClose: () => void;
}

/** Shown once. */
export const NewSecret = ({ url, secret, onClose }: Properties) => (
  <section
    aria-label="The webhook's secret"
    className="mb-6 grid gap-3 rounded-card border border-line bg-sheet p-4"
  >
    <p>Deliveries to {url} are signed with this secret. Copy it now: it won't be shown again.</p>
    <Copy text={secret} label="Copy secret" />
    <div className="flex justify-end">
      <Button onClick={onClose}>Done</Button>
    </div>
  </section>
);
