import { serveFormat } from "../serve-format.ts";
import { specKitIn } from "./format.ts";

serveFormat(specKitIn);
