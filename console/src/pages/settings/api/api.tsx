import type { createApiKey, Reply } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Kbd } from "../../../components/keyboard/kbd.tsx";
import { useKey } from "../../../components/keyboard/keys.ts";
import { Page } from "../../../components/page/page.tsx";
import { Section } from "../../../components/section.tsx";
import { CopyLines } from "../../../components/text/copy-lines.tsx";
import { CreateKey } from "../keys/create-key.tsx";
import { NewKey } from "../keys/new-key.tsx";
import { examplesOf } from "./examples.ts";
import { Reference } from "./reference.tsx";

/** A placeholder until a key is created here. */
const noKey = "YOUR_KEY";

/** Explains API access: a key, runnable examples and the reference. */
export default function Api() {
  const [isCreating, create] = useState(false);
  // Held only here, so that the secret goes with the page.
  const [created, setCreated] = useState<Reply<typeof createApiKey> | null>(null);
  const examples = examplesOf(location.origin, created?.secret ?? noKey, created?.key.scope === "write");
  useKey("c", "Create a key", () => create(true));
  return (
    <Page
      title="API"
      actions={
        <Button look="primary" onClick={() => create(true)}>
          Create a key <Kbd>c</Kbd>
        </Button>
      }
    >
      <p className="mb-6 max-w-[70ch] text-ink-2">
        The console does everything through this API, with your permissions. A key lets a program act as you;{" "}
        <Link to="/settings/keys" className="text-accent underline underline-offset-2">
          your keys
        </Link>{" "}
        can be revoked at any time.{" "}
        <Link to="/settings/webhooks/{-$id}" className="text-accent underline underline-offset-2">
          Webhooks
        </Link>{" "}
        tell a program what happens.
      </p>
      {created && <NewKey created={created} onClose={() => setCreated(null)} />}
      <Section
        title="Examples"
        says={
          created
            ? "They include your new key and can be run as they are."
            : `They can be run once you replace ${noKey}. Make one above.`
        }
      >
        <div className="grid max-w-3xl gap-5">
          {examples.map((example) => (
            <CopyLines key={example.label} {...example} />
          ))}
        </div>
      </Section>
      <Reference apiKey={created?.secret ?? noKey} />
      {isCreating && <CreateKey onCreated={setCreated} onClose={() => create(false)} />}
    </Page>
  );
}
