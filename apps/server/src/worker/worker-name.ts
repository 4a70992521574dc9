/** Every worker's entry, without extension, and the folder under `src` in which it lies. The release bundles them all. */
export const workerFolders = {
  "dispatcher-worker": "delivery",
  "export-worker": "export",
  "import-worker": "import",
  "reading-worker": "reading"
} as const

export type WorkerName = keyof typeof workerFolders
