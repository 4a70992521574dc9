import { Layer } from "effect"
import { BatchJobHandlers } from "./batch-job-handlers.ts"
import { StartBatchJobHandlers } from "./start-batch-job-handlers.ts"

/** Every endpoint of batch jobs. */
export const layerBatchJobHandlers = Layer.mergeAll(BatchJobHandlers, StartBatchJobHandlers)
