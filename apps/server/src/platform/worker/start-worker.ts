import { existsSync } from "node:fs"
import { join } from "node:path"
import { getAsset, isSea } from "node:sea"
import { Worker, type WorkerOptions } from "node:worker_threads"

/** Every worker's entry in `src/composition`, without extension. The release bundles them all. */
export type WorkerName =
  | "batch-job-worker"
  | "dispatcher-worker"
  | "export-worker"
  | "id-list-worker"
  | "image-worker"
  | "import-worker"
  | "reading-worker"

/**
 * Starts a worker thread from sources, from beside the bundle, or out of the single executable. Workers open their own
 * database connection, with `nativeBinding()`. Their entries have no `await` at top level: the executable keeps them as
 * CommonJS.
 */
export const startWorker = (name: WorkerName, options: Omit<WorkerOptions, "eval"> = {}): Worker => {
  if (isSea()) return new Worker(getAsset(`${name}.cjs`, "utf8"), { ...options, eval: true })
  const bundled = join(import.meta.dirname, `${name}.js`)
  if (existsSync(bundled)) return new Worker(bundled, options)
  return new Worker(join(import.meta.dirname, "..", "..", "composition", `${name}.ts`), options)
}
