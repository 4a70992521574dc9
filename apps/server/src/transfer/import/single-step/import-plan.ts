import type { JsonObject } from "@dragoman/domain/activity"
import type { ErrorCode, ErrorStatus, Json } from "@dragoman/domain/error"
import type { ImportTargetRow } from "@dragoman/store"
import type { ImportReport } from "../applying/import-report.ts"
import type { ApplyOptions, KeyName } from "../applying/import-source.ts"
import type { PlannedCounts, PlannedTextCounts } from "../applying/planned-keys.ts"

/** A pipeline plans, a person reviews, a pipeline applies. */
export const importPlanLifetimeMillis = 24 * 60 * 60 * 1000

/** Plans of one user in one project; beyond them the oldest ones are removed. */
export const plansMax = 20

/** The data that applying a plan needs besides its keys; stored as JSON. */
export interface PlannedRequest {
  /** null: the default branch; so are the plans of earlier versions, which have none. */
  readonly branchId?: number | null
  readonly options: ApplyOptions
  /** The facts about the project that the files were read by; `languageIdsByTag` as entries. */
  readonly target: Omit<ImportTargetRow, "languageIdsByTag"> & {
    readonly languageIdsByTag: ReadonlyArray<readonly [string, number]>
  }
  readonly namespaces: ReadonlyArray<string | null>
  /** Only if other keys are removed. */
  readonly mentionedKeys: ReadonlyArray<KeyName>
  /** About reading only. */
  readonly report: ImportReport
  /** Plans of earlier versions have none. */
  readonly revisionParams?: JsonObject | null
}

/** The content of a plan besides its keys; stored as JSON. */
export interface ImportPlanSummary {
  readonly keyCounts: PlannedCounts
  readonly textCounts: ReadonlyArray<PlannedTextCounts>
  /** The error that applying would end with; null: none. */
  readonly rejection: {
    readonly status: ErrorStatus
    readonly code: ErrorCode
    readonly params: ReadonlyArray<Json> | null
  } | null
  readonly report: ImportReport
}
