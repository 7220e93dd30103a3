import { z } from "zod";
import type { Tool } from "./tools/tool.ts";

/** Returns a tool as clients list it. */
export const described = (tool: Tool) => ({
  name: tool.name,
  description: tool.description,
  inputSchema: schemaOf(tool),
  annotations: {
    readOnlyHint: tool.isRead,
    ...(tool.isRead ? {} : { destructiveHint: false }),
    openWorldHint: tool.isOpenWorld ?? false,
  },
});

/** Returns the input schema, without the bounds of safe integers, which cost tokens and say nothing. */
function schemaOf(tool: Tool) {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.arguments, {
    io: "output",
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema as { type: "object" };
}
