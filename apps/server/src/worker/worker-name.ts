/** Every worker's entry, without extension, and the folder under `src` in which it lies. The release bundles them all. */
export const workerFolders = {
  "batch-job-worker": "batch-job",
  "dispatcher-worker": "delivery",
  "export-worker": "export",
  "id-list-worker": "id-list",
  "image-worker": "image",
  "import-worker": "import",
  "reading-worker": "reading"
} as const

export type WorkerName = keyof typeof workerFolders
