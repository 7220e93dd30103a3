import { serveFormat } from "../serve-format.ts";
import { taskmasterIn } from "./format.ts";

serveFormat(taskmasterIn);
