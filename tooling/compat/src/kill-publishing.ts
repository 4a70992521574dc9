import { createHash } from "node:crypto"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { layerSqlite } from "@dragoman/store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { answerOf, call, keys, makeProject, push, type ServerCalls, startServer } from "./kill-rounds.ts"
import { printedRandom } from "./printed-random.ts"

/** A content delivery whose server was killed while it published. */
export interface KilledPublishing {
  readonly afterMillis: number
  /** The version of the texts that the server served when it started again. */
  readonly found: "new" | "old"
  /** Its problems; none when all files were of one version, and those of the new one came without a request. */
  readonly broken: ReadonlyArray<string>
}

interface Manifest {
  readonly version: number
  readonly files: ReadonlyArray<{ readonly path: string; readonly sha256: string }>
}

const pollMillis = 50

const patienceMillis = 30_000

/**
 * Kills a server with SIGKILL while a person publishes by hand, starts it again on the same data, and reads what it serves. `main`:
 * the bundle; `folder`: for its data.
 */
export const killPublishing = async (options: {
  readonly main: string
  readonly folder: string
  readonly kills: number
}): Promise<ReadonlyArray<KilledPublishing>> => {
  const { main, folder, kills } = options
  let server = await startServer(main, folder)
  const project = await makeProject(server)
  const configurations = `/v2/projects/${project}/content-delivery-configs`
  await push(server, project, 1)
  const body = { name: "Killed", format: "JSON", autoPublish: false, filterState: ["TRANSLATED", "REVIEWED"] }
  const { id, slug } = JSON.parse(await answerOf(call(server, "POST", configurations, JSON.stringify(body))))
  const publish = () => answerOf(call(server, "POST", `${configurations}/${id}`))
  const startedAt = performance.now()
  await publish()
  const calmMillis = performance.now() - startedAt
  const random = printedRandom("run of killed publishing")
  const killed: Array<KilledPublishing> = []
  for (let index = 0; index < kills; index++) {
    const broken: Array<string> = []
    const version = index + 2
    await push(server, project, version)
    const afterMillis = (calmMillis * (index + random())) / kills
    const publishing = publish().catch(() => undefined)
    await setTimeout(afterMillis)
    await server.kill()
    const isDone = (await publishing) !== undefined
    const isBegun = await hasLease(join(folder, "data", "dragoman.sqlite"))
    server = await startServer(main, folder)
    const found = await servedVersion(server, slug, broken)
    if (found !== version && (isDone || found !== version - 1)) broken.push(`version ${found} is served`)
    if (isBegun && !(await servesSoon(server, slug, version))) broken.push("publishing does not go on")
    await publish()
    if ((await servedVersion(server, slug, broken)) !== version) broken.push("publishing again changes nothing")
    killed.push({ afterMillis, found: found === version ? "new" : "old", broken })
  }
  await server.stop()
  return killed
}

const manifestOf = async (server: ServerCalls, slug: string): Promise<Manifest> =>
  JSON.parse(await answerOf(call(server, "GET", `/content-delivery/${slug}/manifest.json`)))

/** Returns the version of all texts in the files of the live version; adds what does not fit together to `broken`. */
const servedVersion = async (server: ServerCalls, slug: string, broken: Array<string>): Promise<number> => {
  const manifest = await manifestOf(server, slug)
  const versions = new Set<number>()
  for (const { path, sha256 } of manifest.files) {
    const file = await answerOf(call(server, "GET", `/content-delivery/${slug}/@${manifest.version}/${path}`))
    if (createHash("sha256").update(file).digest("hex") !== sha256) broken.push(`${path} is not what the manifest says`)
    const texts: ReadonlyArray<string> = Object.values(JSON.parse(file))
    if (texts.length !== keys) broken.push(`${path} has ${texts.length} texts`)
    for (const text of texts) versions.add(Number(/\d+/.exec(text)?.[0]))
  }
  if (versions.size !== 1) broken.push(`texts of the versions ${[...versions].join(", ")}`)
  return Math.max(...versions)
}

/** Waits until the files of a version of the texts are live; false: they are not in time. */
const servesSoon = async (server: ServerCalls, slug: string, version: number): Promise<boolean> => {
  const until = performance.now() + patienceMillis
  while (performance.now() < until) {
    if ((await servedVersion(server, slug, [])) === version) return true
    await setTimeout(pollMillis)
  }
  return false
}

/** Says whether the server had begun to publish, and had not ended. */
const hasLease = (filename: string): Promise<boolean> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ count: number }>`SELECT count(*) AS count FROM content_delivery WHERE leased_until IS NOT NULL`
  ).pipe(
    Effect.map(([row]) => row?.count === 1),
    Effect.provide(layerSqlite({ filename })),
    Effect.runPromise
  )
