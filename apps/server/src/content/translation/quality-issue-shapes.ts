import type { QualityIssueModel } from "@dragoman/api"
import type { QualityIssueRow } from "@dragoman/store"

/** Converts an issue of a text for responses. */
export const qualityIssueToModel = ({ translationId: _, identity: __, ...issue }: QualityIssueRow): QualityIssueModel =>
  issue
