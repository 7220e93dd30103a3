import type { createInvite, Reply } from "@groundplan/contract";
import { Button } from "../../../components/button.tsx";
import { Copy } from "../../../components/copy.tsx";
import { Dialog } from "../../../components/overlays/lazy.tsx";

export type Sent = Reply<typeof createInvite>;

/** Shows an invite's link, once: it is not stored. */
export const InviteLink = ({ sent: { invite, acceptUrl }, onClose }: { sent: Sent; onClose: () => void }) => (
  <Dialog
    title={`The link for ${invite.email}`}
    says="Send it to them. It won't be shown again; resending the invite creates a new one."
    onClose={onClose}
  >
    <Copy text={acceptUrl} label="Copy link" />
    <div className="mt-4 flex justify-end">
      <Button onClick={onClose}>Done</Button>
    </div>
  </Dialog>
);
