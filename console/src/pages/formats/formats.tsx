import { useParams } from "@tanstack/react-router";
import { AllFormats } from "./all-formats.tsx";
import { FormatPage } from "./format.tsx";

/** All formats, or one of them: one file, since the name of each adds to the first load. */
export default function Formats() {
  const { kind } = useParams({ strict: false });
  return kind === undefined ? <AllFormats /> : <FormatPage />;
}
