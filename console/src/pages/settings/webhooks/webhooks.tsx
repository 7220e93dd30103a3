import { type createWebhook, listWebhooks, type Reply } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { readAll } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Empty } from "../../../components/empty.tsx";
import { Entry } from "../../../components/entry.tsx";
import { Kbd } from "../../../components/keyboard/kbd.tsx";
import { useKey } from "../../../components/keyboard/keys.ts";
import { List } from "../../../components/lists/list.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Page } from "../../../components/page/page.tsx";
import { AddWebhook } from "./add-webhook.tsx";
import { NewSecret } from "./new-secret.tsx";
import { Webhook } from "./webhook.tsx";
import { About, Pills } from "./webhook-words.tsx";

/** All webhooks, or the address's. One route, since each costs every first view some bytes. */
export default function Webhooks() {
  const { id } = useParams({ from: "/shell/settings/webhooks/{-$id}" });
  return id === undefined ? <AllWebhooks /> : <Webhook id={id} />;
}

/** The user's webhooks, and to owners everybody's. */
function AllWebhooks() {
  const webhooks = useQuery(readAll(listWebhooks, {}, "webhooks"));
  const [isAdding, add] = useState(false);
  // Held only here, so that the secret goes with the page.
  const [added, setAdded] = useState<Reply<typeof createWebhook> | null>(null);
  useKey("c", "Add a webhook", () => add(true));
  const button = (
    <Button look="primary" onClick={() => add(true)}>
      Add a webhook <Kbd>c</Kbd>
    </Button>
  );
  return (
    <Page title="Webhooks" actions={button}>
      <p className="mb-6 max-w-[70ch] text-ink-2">
        A webhook sends what happens in the workspace to an address, as far as you can read it: to a program
        as signed events, or to a chat as lines of text.
      </p>
      {added?.secret && (
        <NewSecret url={added.webhook.url} secret={added.secret} onClose={() => setAdded(null)} />
      )}
      <Loaded query={webhooks}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              command={`npx groundplan api POST /v1/webhooks -f url=https://hooks.example.com/groundplan`}
            >
              No webhooks yet.
            </Empty>
          ) : (
            <List label="Webhooks" items={all} keyOf={({ id }) => id}>
              {(webhook) => (
                <Entry
                  title={
                    <Link
                      to="/settings/webhooks/{-$id}"
                      params={{ id: webhook.id }}
                      className="text-accent underline underline-offset-2"
                    >
                      {webhook.url}
                    </Link>
                  }
                  pills={<Pills webhook={webhook} />}
                  about={<About webhook={webhook} />}
                />
              )}
            </List>
          )
        }
      </Loaded>
      {isAdding && <AddWebhook onAdded={setAdded} onClose={() => add(false)} />}
    </Page>
  );
}
