import { Outlet, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useKey } from "../components/keyboard/keys.ts";
import { moveRow } from "../components/keyboard/move-row.ts";
import { later } from "../components/loading/later.tsx";
import { overlayFallbacks } from "../components/loading/lost-part.tsx";
import { Confirm, Dialog, LazyPanel, preloadEach } from "../components/overlays/lazy.tsx";
import { MenuOf } from "../components/overlays/menu.tsx";
import { Toasts } from "../components/overlays/toast.tsx";
import { useHasRail } from "../components/page/window-width.ts";
import { useLive } from "../live/use-live.ts";
import { dialogs } from "../planning/dialogs/lazy-dialogs.ts";
import { PlanMore } from "../planning/more/lazy-more.ts";
import { useSession } from "../session/session.ts";
import { SignInAgain } from "../sign-in/lazy-sign-in.ts";
import { Connection } from "./connection.tsx";
import { useLostFocus } from "./lost-focus.ts";
import { Rail } from "./rail.tsx";
import { TopBar } from "./top-bar.tsx";

const Palette = later(() => import("./palette/palette.tsx"), overlayFallbacks);
const Keys = later(() => import("./keys-help.tsx"), overlayFallbacks);
const NoWorkspace = later(() => import("./no-workspace.tsx"));

/** By then, in milliseconds, the first page has loaded. */
const afterFirstPage = 2_000;

/** Preloaded, since they may first open offline. */
const opened = [Toasts, MenuOf, Dialog, Confirm, LazyPanel, ...dialogs, Palette, Keys, SignInAgain, PlanMore];

/** The open overlay. */
type Floating = "palette" | "keys" | "drawer" | null;

/** The shell; without a workspace, only a notice. */
export default function Shell() {
  const { workspaceId } = useSession();
  if (workspaceId !== null) return <ShellOfWorkspace key={workspaceId} />; // Remounts for another workspace.
  return <NoWorkspace />;
}

function ShellOfWorkspace() {
  const [floating, show] = useState<Floating>(null);
  const navigate = useNavigate();
  const hasRail = useHasRail();
  useLive();
  useLostFocus();
  useEffect(() => {
    const timer = setTimeout(() => void preloadEach(opened), afterFirstPage);
    return () => clearTimeout(timer);
  }, []);
  const close = () => show(null);
  useKey("mod+k", "Search or go to anything", () => show("palette"));
  useKey("?", "Show keyboard shortcuts", () => show("keys"));
  useKey("g h", "Go home", () => void navigate({ to: "/" }));
  useKey("g p", "Go to the projects", () => void navigate({ to: "/projects" }));
  useKey("g r", "Go to the specs that are ready", () => void navigate({ to: "/ready" }));
  useKey("g i", "Go to the inbox", () => void navigate({ to: "/inbox" }));
  useKey("g c", "Go to the context of the workspace", () => void navigate({ to: "/context" }));
  useKey("g m", "Go to the members", () => void navigate({ to: "/settings/members" }));
  useKey("j", "Move to the next row", () => moveRow(1));
  useKey("k", "Move to the previous row", () => moveRow(-1));
  const rail = <Rail onSearch={() => show("palette")} onGo={close} />;
  return (
    <div className="flex min-h-dvh flex-col rail:grid rail:grid-cols-[14.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only rounded-md bg-sheet p-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-20"
      >
        Skip to the content
      </a>
      <TopBar onMenu={() => show("drawer")} onSearch={() => show("palette")} />
      {/* Neither rendered nor fetched for while hidden. */}
      {hasRail && (
        <div className="sticky top-0 flex h-dvh flex-col overflow-y-auto border-r border-line p-3">
          {rail}
        </div>
      )}
      <Outlet />
      <Connection />
      {floating === "palette" && <Palette onClose={close} />}
      {floating === "keys" && <Keys onClose={close} />}
      {floating === "drawer" && (
        <LazyPanel title="Groundplan" side="left" onClose={close}>
          {rail}
        </LazyPanel>
      )}
    </div>
  );
}
