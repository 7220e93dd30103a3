import type { createApiKey, getMcpAccess, Reply } from "@groundplan/contract";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Copy } from "../../../components/copy.tsx";
import { Kbd } from "../../../components/keyboard/kbd.tsx";
import { useKey } from "../../../components/keyboard/keys.ts";
import { Section } from "../../../components/section.tsx";
import { CopyLines } from "../../../components/text/copy-lines.tsx";
import { CreateKey } from "../keys/create-key.tsx";
import { NewKey } from "../keys/new-key.tsx";
import { Choices } from "./choices.tsx";
import { type ClientId, type Connection, clients, setupOf } from "./config-blocks.ts";
import { ToolList } from "./tool-list.tsx";

/** Stands in the blocks until a key is created here. */
const noKey = "YOUR_KEY";

const subsets = [
  ["all", "All"],
  ["work", "To build"],
  ["read", "To read"],
] as const;

/** Chooses how an agent connects, and shows what to copy into it. */
export function Setup({ access: { address, tools } }: { access: Reply<typeof getMcpAccess> }) {
  const [client, chooseClient] = useState<ClientId>("claude");
  const [subset, chooseSubset] = useState<Connection["tools"]>("all");
  const [signIn, chooseSignIn] = useState<"oauth" | "key">("oauth");
  const [isCreating, create] = useState(false);
  // Held only here, so that the secret goes with the page.
  const [created, setCreated] = useState<Reply<typeof createApiKey> | null>(null);
  const createKey = () => {
    chooseSignIn("key");
    create(true);
  };
  useKey("c", "Create a key", createKey);
  const offered = tools.filter(({ subsets: of }) => subset === "all" || of.includes(subset));
  const key = signIn === "key" ? (created?.secret ?? noKey) : null;
  const { blocks, next } = setupOf(client, { address, tools: subset, key });
  const name = clients.find(([id]) => id === client)?.[1] ?? "";
  return (
    <>
      <Section title="Address" says="The MCP endpoint of this service.">
        <div className="max-w-3xl">
          <Copy text={address} label="Copy address" />
        </div>
      </Section>
      <Section
        title="Settings"
        says={
          signIn === "oauth"
            ? "They hold no secret: the agent opens your browser, where you sign in and choose what it may do."
            : created
              ? "They include your new key. Keep them out of what you share."
              : `They work once you replace ${noKey}. Create a key for each agent.`
        }
      >
        <div className="mb-6 grid gap-3">
          <Choices label="Agent" options={clients} chosen={client} choose={chooseClient} />
          <Choices
            label="Sign-in"
            options={[
              ["oauth", "In the browser"],
              ["key", "With a key"],
            ]}
            chosen={signIn}
            choose={chooseSignIn}
          />
          <Choices label="Tools" options={subsets} chosen={subset} choose={chooseSubset} />
        </div>
        {signIn === "key" && !created && (
          <Button look="primary" className="mb-6" onClick={createKey}>
            Create a key <Kbd>c</Kbd>
          </Button>
        )}
        {signIn === "key" && created && <NewKey created={created} onClose={() => setCreated(null)} />}
        <div className="grid max-w-3xl gap-5">
          {blocks.map((block) => (
            <CopyLines key={block.place} label={block.place} text={block.text} />
          ))}
          {next && <p className="text-ink-2">{next}</p>}
        </div>
      </Section>
      <ToolList tools={offered} />
      {isCreating && (
        <CreateKey
          usual={{ name, scope: subset === "read" ? "read" : "write" }}
          onCreated={setCreated}
          onClose={() => create(false)}
        />
      )}
    </>
  );
}
