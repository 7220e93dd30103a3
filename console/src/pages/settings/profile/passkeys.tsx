import { listPasskeys, type Passkey, removePasskey } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate, read } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Empty } from "../../../components/empty.tsx";
import { List } from "../../../components/lists/list.tsx";
import { Confirm } from "../../../components/overlays/lazy.tsx";
import { toast, toastProblem } from "../../../components/overlays/toast.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Section } from "../../../components/section.tsx";
import { hasPasskeys, makePasskey } from "../../../session/passkey.ts";
import { browserName } from "./browser-name.ts";
import { PasskeyEntry } from "./passkey-entry.tsx";
import { RenamePasskey } from "./rename-passkey.tsx";

/** The open dialog. */
type Asked = { about: "name" | "removal"; passkey: Passkey } | null;

export function Passkeys() {
  const found = useQuery(read(listPasskeys, {}));
  const [asked, ask] = useState<Asked>(null);
  const close = () => ask(null);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      await makePasskey(browserName(navigator.userAgent));
      await invalidate(listPasskeys);
      toast("The passkey is added and named after this browser. You can rename it.");
    } catch (refusal) {
      toastProblem(refusal, { retry: add });
    } finally {
      setBusy(false);
    }
  };
  const remove = async ({ id: passkeyId, name }: Passkey) => {
    await call(removePasskey, { params: { passkeyId } });
    await invalidate(listPasskeys);
    toast(`The passkey ${name} is removed.`);
  };
  return (
    <Section
      title="Passkeys"
      says="With a passkey you sign in with your device or a security key, without typing."
      actions={
        hasPasskeys() && (
          <Button busy={isBusy} onClick={() => void add()}>
            Add a passkey
          </Button>
        )
      }
    >
      <Loaded query={found}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <Empty>
              {hasPasskeys() ? "No passkeys yet." : "No passkeys. Browsers offer them over HTTPS only."}
            </Empty>
          ) : (
            <List label="Passkeys" items={passkeys} keyOf={({ id }) => id}>
              {(passkey) => (
                <PasskeyEntry
                  passkey={passkey}
                  onRename={() => ask({ about: "name", passkey })}
                  onRemove={() => ask({ about: "removal", passkey })}
                />
              )}
            </List>
          )
        }
      </Loaded>
      {asked?.about === "name" && <RenamePasskey passkey={asked.passkey} onClose={close} />}
      {asked?.about === "removal" && (
        <Confirm
          title={`Remove the passkey ${asked.passkey.name}`}
          action="Remove passkey"
          act={() => remove(asked.passkey)}
          onClose={close}
        >
          It no longer signs you in. Your device may still offer it until you remove it there too.
        </Confirm>
      )}
    </Section>
  );
}
