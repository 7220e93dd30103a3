import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/overlays/lazy.tsx";
import { PageContext } from "../../components/page/main.tsx";
import type { SpecParams } from "../params.ts";
import { LinksOfSpec } from "./read-links.tsx";

export function SpecLinks({ params, onClose }: { params: SpecParams; onClose: () => void }) {
  return (
    <Dialog title={`Read links to ${params.specShortId}`} onClose={onClose}>
      <PageContext>
        <LinksOfSpec params={params} />
        <div className="mt-4 flex justify-end">
          <Button onClick={onClose}>Done</Button>
        </div>
      </PageContext>
    </Dialog>
  );
}
