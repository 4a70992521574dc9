import { join } from "node:path"
import {
  BranchCopyRepository,
  Database,
  DeletedContentRepository,
  defaultBranch,
  layerSqlite,
  TranslationListRepository
} from "@dragoman/store"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { makeContentDatabase } from "./content-database.ts"
import type { SeededProject } from "./content-seed.ts"
import type { Result } from "./result.ts"
import { median, round } from "./statistics.ts"

const languages = 10
const keysPerTransaction = 500
const leaseMillis = 3_600_000
/** The limit of rows with which hourly work erases. */
const erasedRowsMax = 1_000
const listRounds = 9
const branchCount = 3

/** Milliseconds. */
const targets = { small: 400, large: 8_000, transaction: 60 } as const
const ratios = { branch: 1.1, main: 1.15 } as const

/** Times a transaction, in milliseconds of the process and of the clock. */
const timed = Effect.fnUntraced(function* <A, E, R>(run: Effect.Effect<A, E, R>) {
  const [processor, started] = [process.cpuUsage(), performance.now()]
  const value = yield* run
  const { user, system } = process.cpuUsage(processor)
  return { value, processor: (user + system) / 1_000, elapsed: performance.now() - started }
})

/** The cost of a series of transactions, in milliseconds. */
interface Series {
  readonly processor: number
  readonly elapsed: number
  readonly longest: number
  readonly transactions: number
}

/** Runs transactions until one of them returns false. */
const repeat = Effect.fnUntraced(function* <E, R>(run: Effect.Effect<boolean, E, R>) {
  const database = yield* Database
  const times: Array<{ readonly processor: number; readonly elapsed: number }> = []
  for (let goesOn = true; goesOn; ) {
    const { value, ...time } = yield* timed(database.transaction(run))
    goesOn = value
    times.push(time)
  }
  const sum = (field: "processor" | "elapsed") => times.reduce((total, time) => total + time[field], 0)
  const longest = Math.max(...times.map(({ processor }) => processor))
  const series: Series = { processor: sum("processor"), elapsed: sum("elapsed"), longest, transactions: times.length }
  return series
})

const createBranch = Effect.fnUntraced(function* (projectId: number, name: string) {
  const database = yield* Database
  const copying = yield* BranchCopyRepository
  const leasedUntil = Date.now() + leaseMillis
  const row = { projectId, name, originBranchId: null, authorId: null, leasedUntil }
  const id = yield* database.transaction(copying.insert(row, Date.now()))
  const series = yield* repeat(
    Effect.gen(function* () {
      const branch = Option.getOrThrow(yield* copying.extend(id, Date.now(), leasedUntil))
      const copied = yield* copying.copyKeys(id, branch, keysPerTransaction)
      if (copied === 0) yield* copying.finish(id)
      return copied > 0
    })
  )
  return { id, series }
})

/** Median time of the counts of a project and of all ids of a filter, in milliseconds of the process. */
const timeLists = Effect.fnUntraced(function* ({ projectId }: SeededProject, branchId: number | null) {
  const sql = yield* SqlClient.SqlClient
  const place = { ...defaultBranch(projectId), branchId }
  const lists = yield* TranslationListRepository
  const inBranch = branchId === null ? sql`k.branch_id IS NULL` : sql`k.branch_id = ${branchId}`
  const times: Array<number> = []
  for (let turn = 0; turn < listRounds; turn++) {
    const { processor } = yield* timed(
      Effect.gen(function* () {
        yield* lists.count(place)
        yield* sql`SELECT k.id FROM translation_key k WHERE k.project_id = ${projectId} AND ${inBranch}
          AND k.deleted_at IS NULL ORDER BY k.name, k.id`
        yield* sql`SELECT k.id, t.text FROM translation_key k JOIN translation t ON t.key_id = k.id
          WHERE k.project_id = ${projectId} AND ${inBranch} AND k.deleted_at IS NULL AND t.state = 'REVIEWED' LIMIT 10000`
      })
    )
    times.push(processor)
  }
  return median(times)
})

const measure = Effect.fnUntraced(function* (small: SeededProject, large: SeededProject) {
  const copying = yield* BranchCopyRepository
  const deleted = yield* DeletedContentRepository
  const database = yield* Database
  const alone = yield* timeLists(large, null)
  const smallCopy = yield* createBranch(small.projectId, "release")
  const copies = []
  for (let index = 0; index < branchCount; index++) {
    copies.push(yield* createBranch(large.projectId, `release-${index}`))
  }
  const beside = yield* timeLists(large, null)
  const [first] = copies
  const onBranch = yield* timeLists(large, first?.id ?? 0)
  if (first !== undefined) yield* database.transaction(copying.erase(first.id, Date.now()))
  const erasing = yield* repeat(
    Effect.gen(function* () {
      if (!(yield* deleted.isLeft)) return false
      yield* deleted.eraseSome(erasedRowsMax)
      return true
    })
  )
  return { alone, beside, onBranch, smallCopy: smallCopy.series, copies: copies.map(({ series }) => series), erasing }
})

/** Creation and deletion of branches on SQLite, and lists of a branch and beside branches. */
export const branchBenchmarks = async (folder: string, share: number): Promise<ReadonlyArray<Result>> => {
  const sizes = [5_000, 100_000].map((keys) => Math.round(keys * share))
  const { databaseFile, seed } = await makeContentDatabase(
    join(folder, "branches"),
    sizes.map((keys) => ({ keys, languages }))
  )
  const [small, large] = seed.projects
  if (small === undefined || large === undefined) throw new Error("no projects")
  const repositories = Layer.mergeAll(
    BranchCopyRepository.layer,
    DeletedContentRepository.layer,
    TranslationListRepository.layer
  )
  const measured = await Effect.runPromise(
    measure(small, large).pipe(
      Effect.provide(
        repositories.pipe(
          Layer.provideMerge(Database.layer),
          Layer.provideMerge(layerSqlite({ filename: databaseFile }))
        )
      ),
      Effect.withTracerEnabled(false)
    )
  )
  const { alone, beside, onBranch, smallCopy, erasing } = measured
  const [largeCopy = smallCopy] = measured.copies
  const creation = (keys: number, series: Series, max: number): Result => ({
    name: `new branch of ${keys} keys × ${languages} languages`,
    measured: `${round(series.processor / 1_000)} s in processor time`,
    target: `≤ ${max / 1_000} s`,
    reached: series.processor <= max,
    detail: detailOf(series)
  })
  const longest = (name: string, series: Series): Result => ({
    name: `longest transaction of ${name}`,
    measured: `${round(series.longest, 0)} ms in processor time`,
    target: `≤ ${targets.transaction} ms`,
    reached: series.longest <= targets.transaction,
    detail: detailOf(series)
  })
  const ratio = (name: string, time: number, base: number, max: number): Result => ({
    name,
    measured: `${round(time / base)} ×`,
    target: `≤ ${max} ×`,
    reached: time / base <= max,
    detail: `${round(time, 0)} ms, ${round(base, 0)} ms`
  })
  return [
    creation(sizes[0] ?? 0, smallCopy, targets.small),
    creation(sizes[1] ?? 0, largeCopy, targets.large),
    longest("a new branch", largeCopy),
    longest("the deletion of a branch", erasing),
    ratio("lists of a branch, against the default branch", onBranch, beside, ratios.branch),
    ratio(`lists of the default branch beside ${branchCount} branches, against none`, beside, alone, ratios.main)
  ]
}

const detailOf = ({ processor, elapsed, transactions }: Series): string =>
  `${round(processor / 1_000, 1)} s of processor time in ${transactions} transactions, elapsed ${round(elapsed / 1_000, 1)} s`
