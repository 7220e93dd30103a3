import { Button } from "../components/button.tsx";
import { Kbd } from "../components/keyboard/kbd.tsx";
import { keyNames } from "../components/keyboard/keys.ts";
import { attempt } from "../components/overlays/toast.tsx";
import { leave } from "../session/session.ts";
import { useIsOwner } from "../session/workspace.ts";
import { PersonMenu } from "./person-menu.tsx";
import { RailInbox } from "./rail-inbox.tsx";
import { RailLink, RailTitle } from "./rail-link.tsx";
import { RailProjects } from "./rail-projects.tsx";
import { WorkspaceMenu } from "./workspace-menu.tsx";

interface Properties {
  onSearch: () => void;
  /** Closes the drawer after a navigation. */
  onGo: () => void;
}

const mine = { assignee: "me", status: "TODO,IN_PROGRESS", sort: "due" };

export function Rail({ onSearch, onGo }: Properties) {
  const isOwner = useIsOwner();
  return (
    <nav aria-label="Workspace" className="flex min-h-0 flex-1 flex-col gap-0.5">
      <WorkspaceMenu />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onSearch}
        className="mb-3 flex items-center justify-between rounded-md border border-line bg-sunk px-2 py-1.5 text-ink-3 hover:border-line-strong"
      >
        Search or go to…
        <Kbd>{keyNames("mod+k").join(" ")}</Kbd>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the links inside act. */}
      <div className="-mx-1 grid min-h-40 flex-1 content-start gap-0.5 overflow-y-auto px-1" onClick={onGo}>
        <RailLink to="/" activeOptions={{ exact: true }}>
          Home
        </RailLink>
        <RailInbox />
        <RailLink to="/ready" activeOptions={{ includeSearch: false }}>
          Ready to work on
        </RailLink>
        <RailLink to="/specs" search={mine as never}>
          My work
        </RailLink>
        <RailProjects />
        <RailTitle>Workspace</RailTitle>
        <RailLink to="/context">Context</RailLink>
        <RailLink to="/skills">Skills and formats</RailLink>
        <RailLink to="/connectors">Connectors</RailLink>
        <RailLink to="/settings/members">Members</RailLink>
        <RailLink to="/settings/agents">Connect an agent</RailLink>
        <RailLink to="/settings/keys">API keys</RailLink>
        <RailLink to="/settings/webhooks/{-$id}">Webhooks</RailLink>
        <RailLink to="/api">API</RailLink>
        <RailLink to="/settings/apps">Connected apps</RailLink>
        {isOwner && <RailLink to="/settings/audit">Audit</RailLink>}
        <RailLink to="/settings/workspace">Settings</RailLink>
      </div>
      <div className="pt-2">
        <PersonMenu />
        <Button look="quiet" className="-ml-1" onClick={() => attempt(leave)}>
          Sign out
        </Button>
      </div>
    </nav>
  );
}
