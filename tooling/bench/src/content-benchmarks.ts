import { join } from "node:path"
import { makeContentDatabase } from "./content-database.ts"
import { poBenchmarks } from "./po-benchmarks.ts"
import { pullBenchmarks } from "./pull-benchmarks.ts"
import { pushBenchmarks } from "./push-benchmarks.ts"
import { readingBenchmarks } from "./reading-benchmarks.ts"
import type { Result } from "./result.ts"

/** Translations in large projects: lists and maps, pushes and pulls. */
export const contentBenchmarks = async (folder: string): Promise<ReadonlyArray<Result>> => {
  const large = await makeContentDatabase(join(folder, "large"), [
    { keys: 100_000, languages: 10 },
    { keys: 10_000, languages: 10 }
  ])
  const original = await makeContentDatabase(join(folder, "original"), [{ keys: 39_319, languages: 14 }])
  return [
    ...(await readingBenchmarks(large, original)),
    ...(await pushBenchmarks(join(folder, "push"))),
    ...(await pullBenchmarks(large)),
    ...poBenchmarks()
  ]
}
