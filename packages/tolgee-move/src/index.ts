export type { MoveHost } from "./move.ts"
export { layerMoveRepositories, type MoveOptions, moveFromTolgee, summarizeSource } from "./move-from-tolgee.ts"
export type { SourceKey } from "./source-models.ts"
export { type SourcePauses, SourceRefused } from "./source-server.ts"
