/** Every worker's entry in `src/composition`, without extension. The release bundles them all. */
export type WorkerName =
  | "batch-job-worker"
  | "dispatcher-worker"
  | "export-worker"
  | "id-list-worker"
  | "image-worker"
  | "import-worker"
  | "reading-worker"
