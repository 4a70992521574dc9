import { join } from "node:path"
import { openPostgres } from "@dragoman/compat/webhook-runs"
import { buildDispatcher } from "@dragoman/release/build-dispatcher"
import { serverBundle } from "./processes.ts"

/** One of the two engines, for programs that are run on it. */
export interface WebhookEngine {
  readonly name: "SQLite" | "PostgreSQL"
  /** Makes the place of a run: an empty database and a folder of its own. */
  readonly fresh: () => Promise<WebhookRunPlace>
  /** null: SQLite, whose file a run locks. */
  readonly whileAway: (<A>(run: () => Promise<A>) => Promise<A>) | null
}

interface WebhookRunPlace {
  readonly programs: { readonly server: string; readonly dispatcher: string }
  readonly folder: string
  readonly postgresUrl: string | null
}

/** Runs on both engines at the same time, as most of it is waiting, with bundles of the present sources. */
export const onEachEngine = async <A>(
  folder: string,
  run: (engine: WebhookEngine) => Promise<ReadonlyArray<A>>
): Promise<ReadonlyArray<A>> => {
  const dispatcher = join(await buildDispatcher(join(folder, "dispatcher")), "dist", "main.mjs")
  const programs = { server: serverBundle, dispatcher }
  const postgres = openPostgres()
  let runs = 0
  const place = (postgresUrl: string | null) => ({ programs, folder: join(folder, `run-${++runs}`), postgresUrl })
  try {
    const onEach = await Promise.all([
      run({ name: "SQLite", fresh: async () => place(null), whileAway: null }),
      run({
        name: "PostgreSQL",
        fresh: async () => place(await postgres.newDatabase()),
        whileAway: postgres.whileAway
      })
    ])
    return onEach.flat()
  } finally {
    await postgres.close()
  }
}
