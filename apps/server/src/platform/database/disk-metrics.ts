import { stat, statfs } from "node:fs/promises"
import { dirname } from "node:path"
import { readForScrape } from "@dragoman/monitoring/read-for-scrape"
import { Effect, Metric } from "effect"
import { Settings } from "../settings/settings.ts"

const fileBytes = Metric.gauge("dragoman_database_file_bytes", {
  description: "Size of the SQLite file, without its write-ahead log; absent on PostgreSQL."
})
const logBytes = Metric.gauge("dragoman_database_wal_bytes", {
  description: "Size of the write-ahead log of SQLite; absent on PostgreSQL."
})
const freeBytes = (folder: "data" | "database") =>
  Metric.gauge("dragoman_disk_free_bytes", {
    description: "Free space of the disk with the data directory, and of the one with the SQLite file.",
    attributes: { folder }
  })

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size
  } catch {
    // Without a write-ahead log there is no file.
    return 0
  }
}

const freeSpaceOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Reads sizes and free space for a scrape. A figure that cannot be read is absent. */
export const updateDiskMetrics = Effect.gen(function* () {
  const { database, dataDir } = yield* Settings
  const read = (metric: Metric.Gauge<number>, value: () => Promise<number>) =>
    Effect.flatMap(readForScrape("Reading the size of a file or disk", Effect.tryPromise(value)), (found) =>
      found === null ? Metric.remove(metric) : Metric.update(metric, found)
    )
  yield* read(freeBytes("data"), () => freeSpaceOf(dataDir))
  if (database.engine === "postgres") return
  const { filename } = database
  yield* read(freeBytes("database"), () => freeSpaceOf(dirname(filename)))
  yield* read(fileBytes, () => sizeOf(filename))
  yield* read(logBytes, () => sizeOf(`${filename}-wal`))
})
