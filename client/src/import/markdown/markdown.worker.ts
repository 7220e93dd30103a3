import { serveFormat } from "../serve-format.ts";
import { markdownIn } from "./format.ts";

serveFormat(markdownIn);
