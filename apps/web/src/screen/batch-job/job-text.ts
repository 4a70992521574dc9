import type { JobOperation } from "@dragoman/domain/batch-job"
import type { TextKey } from "../../base/texts/text.ts"

/** Returns the sentence of a job's type. */
export const jobTypeText = (type: JobOperation["type"]): TextKey => `job.type-${type}`
