import {
  createPrototypeShare,
  deletePrototypeShare,
  listPrototypeShares,
  type PrototypeShare,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate, readAll } from "../../api/read.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Copy } from "../../components/copy.tsx";
import { Choice } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { later } from "../../components/loading/later.tsx";
import { Confirm, Dialog } from "../../components/overlays/lazy.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import type { PlanParams } from "../../planning/params.ts";

const QrCode = later(() => import("./qr-code.tsx"));

/** The lifetimes of a link, in days. */
const lives = [
  ["7", "in a week"],
  ["30", "in 30 days"],
  ["90", "in 90 days"],
  ["365", "in a year"],
] as const;

type OpenDialog = { what: "new" } | { what: "code" | "revoke"; share: PrototypeShare } | null;

/** Anyone with a link can open it. */
export function Links({ params }: { params: PlanParams }) {
  const shares = useQuery(readAll(listPrototypeShares, { params }, "shares"));
  const [dialog, open] = useState<OpenDialog>(null);
  const close = () => open(null);
  const make = async ({ days = "90" }) => {
    const expiresAt = new Date(Date.now() + Number(days) * 86_400_000).toISOString();
    await call(createPrototypeShare, { params, body: { expiresAt } });
    close();
    await invalidate(listPrototypeShares);
  };
  const revoke = async ({ id: shareId }: PrototypeShare) => {
    await call(deletePrototypeShare, { params: { ...params, shareId } });
    await invalidate(listPrototypeShares);
    toast("The link is revoked.");
  };
  return (
    <Section
      title="Links"
      says="Anyone with a link can view the prototype without an account until the link expires."
      actions={
        <Button look="primary" onClick={() => open({ what: "new" })}>
          Create a link
        </Button>
      }
    >
      <Loaded query={shares}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-ink-2">No links yet.</p>
          ) : (
            <ul aria-label="Links" className="grid gap-3">
              {all.map((share) => (
                <li key={share.id} className="rounded-card border border-line bg-sheet p-3">
                  <Copy text={share.url} label="Copy link" />
                  <div className="mt-2 flex flex-wrap items-center gap-2 text-note text-ink-3">
                    <span className="min-w-0 flex-1 basis-40">
                      Ends <Time at={share.expiresAt} />
                      {!share.live && " · Not available while the plan is archived."}
                    </span>
                    <a href={share.url} target="_blank" rel="noreferrer noopener" className={buttonClass()}>
                      Open
                    </a>
                    <Button onClick={() => open({ what: "code", share })}>QR code</Button>
                    <Button look="quiet" onClick={() => open({ what: "revoke", share })}>
                      Revoke
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog?.what === "new" && (
        <Dialog title="Create a link" says="A link always shows the current prototype." onClose={close}>
          <Form submit={make} action="Create link" beside={<Button onClick={close}>Cancel</Button>}>
            <Choice label="Ends" name="days" defaultValue="90">
              {lives.map(([days, words]) => (
                <option key={days} value={days}>
                  {words}
                </option>
              ))}
            </Choice>
          </Form>
        </Dialog>
      )}
      {dialog?.what === "code" && (
        <Dialog title="Open it on a phone" says="Scan it with your phone's camera." onClose={close}>
          <div className="grid justify-items-center gap-4">
            <QrCode text={dialog.share.url} />
            <Button onClick={close}>Done</Button>
          </div>
        </Dialog>
      )}
      {dialog?.what === "revoke" && (
        <Confirm
          title="Revoke the link"
          action="Revoke link"
          act={() => revoke(dialog.share)}
          onClose={close}
        >
          The link stops working at once. This can't be undone.
        </Confirm>
      )}
    </Section>
  );
}
