import { mkdirSync } from "node:fs"
import { convertContent, layerPostgres } from "@dragoman/store"
import { Effect } from "effect"
import { type Call, client, makeApiKey } from "./postgres-lock-benchmarks.ts"
import { runToEnd, startDragoman } from "./processes.ts"
import { pushScript, writeLanguageFile } from "./push-benchmarks.ts"
import type { Result } from "./result.ts"
import { median, percentile, round } from "./statistics.ts"
import { startPostgres } from "./webhook-postgres.ts"
import type { WebhookDatabase } from "./webhook-world.ts"

const projectCount = 50
const keysOfProject = 5_000
const tags = ["en", "de", "cs", "fr"]
const importedKeys = 10_000
const importRounds = 2
const requestCount = 200
const ratioMax = 1.2
const admin = { DRAGOMAN_ADMIN_USERNAME: "admin", DRAGOMAN_ADMIN_PASSWORD: "benchmark-password" }

interface Times {
  readonly list: ReadonlyArray<number>
  readonly search: ReadonlyArray<number>
  readonly write: ReadonlyArray<number>
  readonly import: ReadonlyArray<number>
}

/** Measures requests on 1,000,000 texts in 50 projects on PostgreSQL: keys and translations in partitions by project, against one table each. */
export const partitionBenchmarks = async (folder: string, share = 1): Promise<ReadonlyArray<Result>> => {
  mkdirSync(folder, { recursive: true })
  const postgres = await startPostgres()
  try {
    await postgres.create("partitions")
    const url = postgres.url("partitions")
    const server = await startDragoman(folder, { ...admin, DRAGOMAN_DATABASE_URL: url })
    const database = await postgres.open("partitions")
    try {
      const call = await client(server.baseUrl)
      const organizationId = JSON.parse(await call("/v2/organizations"))._embedded.organizations[0].id
      const projectIds = await fill(database, organizationId, Math.ceil(keysOfProject * share))
      const file = writeLanguageFile(folder, Math.ceil(importedKeys * share), "en")
      const measure = async (): Promise<Times> => {
        const importing: Array<number> = []
        for (let round = 0; round < importRounds; round++) {
          const project = await makeProject(call, organizationId)
          const { apiKey } = await makeApiKey(call, project)
          const address = `${server.baseUrl}/v2/projects/${project}/single-step-import`
          importing.push(Number(await runToEnd([pushScript, address, apiKey, file])))
        }
        return {
          list: await times((round) => call(`/v2/projects/${projectIds[round % projectCount]}/translations?size=20`)),
          search: await times((round) =>
            call(`/v2/projects/${projectIds[round % projectCount]}/translations?size=20&search=text%20${round}`)
          ),
          write: await times((round) =>
            call(`/v2/projects/${projectIds[round % projectCount]}/translations`, {
              key: `key.${round}`,
              translations: { de: `written ${performance.now()}` }
            })
          ),
          import: importing
        }
      }
      await measure()
      const plain = await measure()
      const startedAt = performance.now()
      await Effect.runPromise(Effect.provide(convertContent("partitioned"), layerPostgres(url)))
      const seconds = (performance.now() - startedAt) / 1_000
      await measure()
      const partitioned = await measure()
      return (["list", "search", "write", "import"] as const).map((which): Result => {
        const ratio = median(partitioned[which]) / median(plain[which])
        const figures = (all: Times) =>
          `${round(median(all[which]), 1)} ms, p99 ${round(percentile(all[which], 0.99), 1)} ms`
        return {
          name: `PostgreSQL, ${projectCount} projects of ${Math.ceil(keysOfProject * share) * tags.length} texts: ${nameOf[which]}, median`,
          measured: `${round(ratio)} × one table`,
          target: `≤ ${ratioMax} ×`,
          reached: ratio <= ratioMax,
          detail: `partitions: ${figures(partitioned)}; one table: ${figures(plain)}; converted in ${round(seconds, 0)} s`
        }
      })
    } finally {
      await database.close()
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

const nameOf: Readonly<Record<keyof Times, string>> = {
  list: "a page of the translation list",
  search: "a search for a text",
  write: "a write of one text",
  import: `an import of ${importedKeys} keys`
}

const times = async (request: (round: number) => Promise<unknown>): Promise<ReadonlyArray<number>> => {
  const millis: Array<number> = []
  for (let round = 0; round < requestCount; round++) {
    const startedAt = performance.now()
    await request(round)
    millis.push(performance.now() - startedAt)
  }
  return millis
}

const makeProject = async (call: Call, organizationId: number): Promise<number> => {
  const languages = [{ name: "English", originalName: "English", tag: "en", flagEmoji: "" }]
  const name = `import ${performance.now()}`
  return JSON.parse(await call("/v2/projects", { name, organizationId, languages, baseLanguageTag: "en" })).id
}

/** Fills projects; returns their ids. */
const fill = async (
  database: WebhookDatabase,
  organizationId: number,
  keys: number
): Promise<ReadonlyArray<number>> => {
  const named = tags.map((tag) => `('${tag}')`).join(", ")
  for (const statement of [
    `INSERT INTO project (organization_id, name, slug, created_at)
      SELECT ${organizationId}, 'Filled ' || n, 'filled-' || n, 0 FROM generate_series(1, ${projectCount}) n`,
    `INSERT INTO language (project_id, tag, name, created_at)
      SELECT p.id, t.tag, t.tag, 0 FROM project p CROSS JOIN (VALUES ${named}) AS t(tag) WHERE p.slug LIKE 'filled-%'`,
    `UPDATE project SET base_language_id = (SELECT id FROM language WHERE project_id = project.id AND tag = 'en')
      WHERE slug LIKE 'filled-%'`,
    `INSERT INTO translation_key (project_id, name, created_at)
      SELECT p.id, 'key.' || n, 0 FROM generate_series(0, ${keys - 1}) n CROSS JOIN project p WHERE p.slug LIKE 'filled-%'`,
    `INSERT INTO translation (project_id, key_id, language_id, text, state)
      SELECT k.project_id, k.id, l.id, l.tag || ' text ' || k.id || ' of the project', 'TRANSLATED'
      FROM translation_key k JOIN language l ON l.project_id = k.project_id`,
    "ANALYZE"
  ]) {
    await database.run(statement)
  }
  const rows = await database.run("SELECT id FROM project WHERE slug LIKE 'filled-%' ORDER BY id")
  return rows.map((row) => Number((row as { readonly id: unknown }).id))
}
