import { Layer } from "effect"
import { ExportHandlers } from "./export/export-handlers.ts"
import { SingleStepImportHandlers } from "./import/single-step/single-step-import-handlers.ts"
import { ImportHandlers } from "./import/staging/import-handlers.ts"

/** All endpoints of imports and exports. */
export const layerTransferHandlers = Layer.mergeAll(ExportHandlers, ImportHandlers, SingleStepImportHandlers)
