export { assignIds } from "./tolgee/assign-ids.ts"
export { identityTypeOfDatabase, scopeOfDatabase } from "./tolgee/database-names.ts"
export {
  describeFinding,
  type FindingKind,
  type MoveCounts,
  type MoveFinding,
  type MoveOutcome,
  mergeOutcomes,
  type TakenKind
} from "./tolgee/move-outcome.ts"
export { permissionOfSource, type SourcePermission } from "./tolgee/source-permission.ts"
export { servicesOfSource } from "./tolgee/source-services.ts"
export { type SourceText, translationOfSource } from "./tolgee/source-text.ts"
