import { serveFormat } from "../serve-format.ts";
import { openSpecIn } from "./format.ts";

serveFormat(openSpecIn);
