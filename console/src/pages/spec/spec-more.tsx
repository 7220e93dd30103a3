import { duplicateSpec, getPlan, listSpecs, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { invalidate, read } from "../../api/read.ts";
import type { Act, MenuProperties } from "../../components/overlays/act.ts";
import MenuOf from "../../components/overlays/menu-of.tsx";
import { attempt, say } from "../../components/overlays/toast.tsx";
import { copyLink, copyText } from "../../planning/more/copy-text.ts";
import { markdownOfSpec } from "../../planning/more/markdown-of.ts";
import { printPage } from "../../planning/more/print-page.ts";
import { SpecLinks } from "../../planning/more/spec-links.tsx";
import { useDialog } from "../../planning/more/use-dialog.ts";
import type { SpecParams } from "../../planning/params.ts";
import { DeleteSpec } from "./editing/delete-spec.tsx";

const at = "/projects/$projectSlug/plans/$planShortId" as const;

interface Properties extends MenuProperties {
  params: SpecParams;
  spec: SpecWithCriteria;
  canEdit: boolean;
}

/** The further actions permitted on a spec, or one of their dialogs. */
export function SpecMore({ params, spec, canEdit, anchor, onClose }: Properties) {
  const { dialog, show, closeMenu } = useDialog(onClose);
  const { projectSlug, planShortId } = params;
  const navigate = useNavigate();
  const { data } = useQuery(read(getPlan, { params: { projectSlug, planShortId } }));
  const owns = data?.plan.capability === "OWN";
  const duplicate = async () => {
    const { spec: copy } = await call(duplicateSpec, { params });
    void invalidate(listSpecs);
    const open = () =>
      navigate({ to: `${at}/specs/$specShortId`, params: { ...params, specShortId: copy.shortId } });
    say({
      text: `${copy.shortId} is a copy of ${spec.shortId}.`,
      tone: "plain",
      act: { name: "Open", run: open },
    });
  };
  const acts: Act[] = [
    ...(canEdit ? [{ name: "Duplicate", run: () => attempt(duplicate) }] : []),
    { name: "Copy link", run: () => void copyLink() },
    {
      name: "Copy as Markdown",
      run: () => void copyText(markdownOfSpec(spec), "The spec is copied as Markdown."),
    },
    { name: "Print…", run: printPage },
    ...(owns ? [{ name: "Read links…", run: () => show("links") }] : []),
    ...(canEdit ? [{ name: "Delete…", run: () => show("delete") }] : []),
  ];
  if (dialog === null) return <MenuOf anchor={anchor} acts={acts} onClose={closeMenu} />;
  if (dialog === "links") return <SpecLinks params={params} onClose={onClose} />;
  return <DeleteSpec params={params} spec={spec} onClose={onClose} />;
}
