import type { BatchOperationType } from "@dragoman/domain/batch-job"
import type { TextKey } from "../../base/texts/text.ts"

/** What a job does. */
export const jobTypeText = (type: BatchOperationType): TextKey => `job.type-${type}`
