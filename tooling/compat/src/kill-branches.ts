import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { Database, layerSqlite } from "@dragoman/store"
import { checkInvariants } from "@dragoman/store/testing/invariants"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { read } from "./kill-batch-jobs.ts"
import { answerOf, call, exported, keys, makeProject, push, type ServerCalls, startServer } from "./kill-rounds.ts"
import { printedRandom } from "./printed-random.ts"

/** A branch whose server was killed while it was being created, and then while it was being erased. */
export interface KilledBranch {
  readonly afterMillis: number
  /** `all`: the branch was open; `nothing`: it was not. */
  readonly found: "all" | "nothing"
  /** Its problems; none when all of the branch was there or nothing, and the default branch was as before. */
  readonly broken: ReadonlyArray<string>
}

interface ListedBranch {
  readonly id: number
  readonly name: string
  readonly state: string
}

const pollMillis = 20

/**
 * Kills a server with SIGKILL while it creates branches, starts it again on the same data, and looks whether the branch is open with all
 * keys, or is erased; then deletes it and kills the server while it erases the keys. `main`: the bundle; `folder`: for its data.
 */
export const killBranches = async (options: {
  readonly main: string
  readonly folder: string
  readonly kills: number
}): Promise<ReadonlyArray<KilledBranch>> => {
  const { main, folder, kills } = options
  const database = join(folder, "data", "dragoman.sqlite")
  let server = await startServer(main, folder)
  const project = await makeProject(server)
  await push(server, project, 1)
  await answerOf(call(server, "PUT", `/v2/projects/${project}`, JSON.stringify({ name: "Killed", useBranching: true })))
  const before = await exported(server, project)
  const [origin] = await branchesOf(server, project)
  const create = (name: string) =>
    call(server, "POST", `/v2/projects/${project}/branches`, JSON.stringify({ name, originBranchId: origin?.id }))
  const remove = ({ id }: ListedBranch) => answerOf(call(server, "DELETE", `/v2/projects/${project}/branches/${id}`))
  // The first one in peace: how long it takes.
  const startedAt = performance.now()
  await answerOf(create("calm"))
  const calmMillis = performance.now() - startedAt
  const random = printedRandom("run of killed branches")
  const killed: Array<KilledBranch> = []
  for (let index = 0; index < kills; index++) {
    const name = `killed-${index}`
    const broken: Array<string> = []
    const afterMillis = (calmMillis * (index + random())) / kills
    const creating = create(name).catch(() => undefined)
    await setTimeout(afterMillis)
    await server.kill()
    await creating
    await endLeases(database)
    server = await startServer(main, folder)
    await untilErased(database)
    const listed = await branchesOf(server, project)
    const branch = listed.find((one) => one.name === name)
    if (listed.some(({ state }) => state !== "READY")) broken.push("a branch is not open")
    for (const copied of await countCopies(database)) {
      if (copied !== keys) broken.push(`a branch has ${copied} keys`)
    }
    for (const one of [branch, index === 0 ? listed.find((other) => other.name === "calm") : undefined]) {
      if (one !== undefined) await remove(one)
    }
    // The hourly work at the start erases what was deleted.
    await server.kill()
    server = await startServer(main, folder)
    await setTimeout(random() * calmMillis)
    await server.kill()
    server = await startServer(main, folder)
    await untilErased(database)
    if ((await countCopies(database)).length > 0) broken.push("keys of a deleted branch are left")
    if ((await exported(server, project)) !== before) broken.push("an export differs from the one before")
    killed.push({ afterMillis, found: branch === undefined ? "nothing" : "all", broken })
  }
  await server.stop()
  const violated = await withDatabase(database, checkInvariants)
  return killed.map((one, index) =>
    index === killed.length - 1 ? { ...one, broken: [...one.broken, ...violated] } : one
  )
}

const branchesOf = async (server: ServerCalls, project: number): Promise<ReadonlyArray<ListedBranch>> => {
  const { _embedded } = await read<{ readonly _embedded?: { readonly branches: ReadonlyArray<ListedBranch> } }>(
    server,
    project,
    "branches?size=100"
  )
  return _embedded?.branches ?? []
}

const withDatabase = <A, E>(filename: string, run: Effect.Effect<A, E, SqlClient.SqlClient | Database>): Promise<A> =>
  run.pipe(Effect.provide(Database.layer.pipe(Layer.provideMerge(layerSqlite({ filename })))), Effect.runPromise)

/** Lets time pass: no server copies keys any more. */
const endLeases = (filename: string): Promise<unknown> =>
  withDatabase(
    filename,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      yield* database.transaction(sql`UPDATE branch SET leased_until = 1 WHERE leased_until IS NOT NULL`)
    })
  )

/** Waits until hourly work has erased every branch that is not open. */
const untilErased = async (filename: string): Promise<void> => {
  const count = SqlClient.SqlClient.use(
    (sql) => sql<{ count: number }>`SELECT count(*) AS count FROM branch WHERE state <> 'READY'`
  )
  while ((await withDatabase(filename, count))[0]?.count !== 0) await setTimeout(pollMillis)
}

/** Numbers of keys on branches beside the default one. */
const countCopies = async (filename: string): Promise<ReadonlyArray<number>> => {
  const counts = SqlClient.SqlClient.use(
    (sql) => sql<{ count: number }>`
      SELECT count(*) AS count FROM translation_key WHERE branch_id IS NOT NULL GROUP BY branch_id`
  )
  return (await withDatabase(filename, counts)).map(({ count }) => count)
}
