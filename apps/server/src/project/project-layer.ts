import { Layer } from "effect"
import { BranchHandlers } from "./branch/branch-handlers.ts"
import { LanguageHandlers } from "./language/language-handlers.ts"
import { MemberHandlers } from "./member/member-handlers.ts"
import { MyWorkHandlers } from "./my-work/my-work-handlers.ts"
import { PermissionHandlers, ScopeInfoHandlers } from "./permission/permission-handlers.ts"
import { ProjectHandlers } from "./project/project-handlers.ts"
import { ProjectApiKeyHandlers } from "./project-api-key/project-api-key-handlers.ts"
import { StatsHandlers } from "./stats/stats-handlers.ts"

/** All endpoints of projects. */
export const layerProjectHandlers = Layer.mergeAll(
  BranchHandlers,
  LanguageHandlers,
  MemberHandlers,
  MyWorkHandlers,
  PermissionHandlers,
  ProjectApiKeyHandlers,
  ProjectHandlers,
  ScopeInfoHandlers,
  StatsHandlers
)
