import type { ReplicaFacts } from "@dragoman/domain/doctor"
import { readReplicaLag } from "@dragoman/store"
import { Cause, Effect, Exit } from "effect"
import { describeDatabase } from "../../platform/settings/describe-settings.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { codeIn } from "./database-facts.ts"

/** A replica that does not respond for so long is no help to requests. */
const responseTime = "5 seconds"

/** Asks the replica of the settings how far it is; null: there is none. */
export const readReplica = Effect.fnUntraced(function* ({
  database,
  databaseDirectUrl,
  databaseReadUrl
}: Pick<SettingValues, "database" | "databaseDirectUrl" | "databaseReadUrl">) {
  if (database.engine === "sqlite" || databaseReadUrl === null) return null
  const exit = yield* readReplicaLag({
    primaryUrl: database.url,
    replicaUrl: databaseReadUrl,
    directUrl: databaseDirectUrl ?? undefined
  }).pipe(Effect.timeout(responseTime), Effect.exit)
  const facts: ReplicaFacts = {
    address: describeDatabase({ engine: "postgres", url: databaseReadUrl }),
    lagBytes: Exit.isSuccess(exit) ? exit.value : null,
    code: Exit.isSuccess(exit) ? null : codeIn(Cause.squash(exit.cause))
  }
  return facts
})
