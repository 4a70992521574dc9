/** Every worker's entry, without extension, and the folder under `src` in which it lies. The release bundles them all. */
export const workerFolders = {
  "dispatcher-worker": "delivery",
  "import-worker": "import"
} as const

export type WorkerName = keyof typeof workerFolders
