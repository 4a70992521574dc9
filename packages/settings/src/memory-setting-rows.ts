import { type Setting, server } from "./setting.ts"
import { wholeNumber } from "./setting-schema.ts"

/** Below it a thread cannot hold its code and one file of a few megabytes. */
const workerMegabytesMin = 128
const workerMegabytesMax = 16_384

export const memorySettingRows = {
  /** null: as each thread needs it for the largest content that is measured. */
  workerMegabytesMax: {
    name: "WORKER_MEMORY_MB",
    programs: server,
    meaning:
      "heap of a thread that imports, exports, lists or changes many texts, in megabytes; beyond it its job fails",
    default: null,
    defaultMeaning: "1024 for imports and exports, 768 for others; 224 where large jobs take turns",
    example: "512",
    schema: wholeNumber(workerMegabytesMin, workerMegabytesMax, "megabytes")
  }
} as const satisfies Readonly<Record<string, Setting>>
