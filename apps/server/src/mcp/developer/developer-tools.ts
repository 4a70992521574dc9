import type { McpTool } from "../tool/tool.ts"
import { branchTools } from "./branch-tools.ts"
import { keyTools } from "./key-tools.ts"
import { projectTools } from "./project-tools.ts"
import { translationTools } from "./translation-tools.ts"

/** Tools of `/mcp/developer`, with the names that Tolgee's have. */
export const developerTools: ReadonlyArray<McpTool> = [
  ...projectTools,
  ...keyTools,
  ...translationTools,
  ...branchTools
]
