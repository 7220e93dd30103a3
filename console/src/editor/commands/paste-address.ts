import { EditorView } from "@codemirror/view";
import { isAddress, linkTo } from "./toggle-link.ts";

/** Makes a link of selected words that an address is pasted onto. */
export const pasteAddress = EditorView.domEventHandlers({
  paste: ({ clipboardData }, view) => {
    const pasted = clipboardData?.getData("text/plain").trim() ?? "";
    const spec = isAddress(pasted) ? linkTo(pasted)(view.state) : null;
    if (spec) view.dispatch(spec, { scrollIntoView: true });
    return spec !== null;
  },
});
