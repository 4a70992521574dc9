import { join } from "node:path"
import BetterSqlite3 from "better-sqlite3"
import { makeContentDatabase } from "./content-database.ts"
import { startDragoman } from "./processes.ts"
import type { Result } from "./result.ts"
import { median, round } from "./statistics.ts"

const keys = 20_000
const languages = 10
const changes = 1_000
const rounds = 3
const writesAtOnce = 20

/** Milliseconds. */
const targets = { preview: 1_000, apply: 2_000 } as const

interface KeyName {
  readonly name: string
  readonly namespace: string | null
}

/** Comparing and merging a branch with 1,000 changed keys, each with new texts in two languages. */
export const mergeBenchmarks = async (folder: string, share: number): Promise<ReadonlyArray<Result>> => {
  const { dataDir, databaseFile, seed } = await makeContentDatabase(join(folder, "merges"), [
    { keys: Math.round(keys * share), languages }
  ])
  const [project] = seed.projects
  const [apiKey = ""] = seed.apiKeys
  if (project === undefined) throw new Error("no project")
  const { projectId } = project
  const database = new BetterSqlite3(databaseFile)
  database.prepare("UPDATE project SET use_branching = 1 WHERE id = ?").run(projectId)
  database
    .prepare("INSERT INTO branch (project_id, name, is_default, state, created_at) VALUES (?, 'main', 1, 'READY', 0)")
    .run(projectId)
  const named = database
    .prepare(
      `SELECT k.name, n.name AS namespace FROM translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id
      WHERE k.project_id = ? AND k.deleted_at IS NULL ORDER BY k.id LIMIT ?`
    )
    .all(projectId, changes) as ReadonlyArray<KeyName>
  const tags = database
    .prepare("SELECT tag FROM language WHERE project_id = ? ORDER BY id LIMIT 2")
    .pluck()
    .all(projectId) as ReadonlyArray<string>
  database.close()

  const server = await startDragoman(dataDir)
  const call = async <A>(method: string, path: string, body: object): Promise<A> => {
    const response = await fetch(`${server.baseUrl}/v2/projects/${projectId}/${path}`, {
      method,
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`)
    return (text === "" ? null : JSON.parse(text)) as A
  }
  const times: Record<keyof typeof targets, Array<number>> = { preview: [], apply: [] }
  try {
    const find = await fetch(`${server.baseUrl}/v2/projects/${projectId}/branches/find`, {
      headers: { "x-api-key": apiKey }
    })
    const { id: originBranchId } = (await find.json()) as { id: number }
    for (let turn = 0; turn < rounds; turn++) {
      const branch = `release-${turn}`
      const { id: sourceBranchId } = await call<{ id: number }>("POST", "branches", { name: branch, originBranchId })
      const write = ({ name: key, namespace }: KeyName) => {
        const translations = Object.fromEntries(tags.map((tag) => [tag, `${key} ${turn}`]))
        return call("PUT", "translations", { key, namespace, translations, branch })
      }
      for (let first = 0; first < named.length; first += writesAtOnce) {
        await Promise.all(named.slice(first, first + writesAtOnce).map(write))
      }
      const startedAt = performance.now()
      const { id } = await call<{ id: number }>("POST", "branches/merge/preview", { sourceBranchId })
      const comparedAt = performance.now()
      await call("POST", `branches/merge/${id}/apply`, {})
      times.preview.push(comparedAt - startedAt)
      times.apply.push(performance.now() - comparedAt)
    }
  } finally {
    await server.stop()
  }
  const rowOf = (name: string, kind: keyof typeof targets): Result => ({
    name,
    measured: `${round(median(times[kind]) / 1_000)} s`,
    target: `≤ ${targets[kind] / 1_000} s`,
    reached: median(times[kind]) <= targets[kind],
    detail: times[kind].map((time) => `${round(time / 1_000)} s`).join(", ")
  })
  return [
    rowOf(`comparison of a branch with ${named.length} changed keys`, "preview"),
    rowOf(`merge of ${named.length} changed keys`, "apply")
  ]
}
