import { layerPostgres, layerSqlite } from "@dragoman/store"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { SettingValues } from "../settings/settings.ts"
import { nativeBinding } from "./native-binding.ts"

/** The SQL client for the database of the settings; each thread has its own. */
export const layerEngineOf = (database: SettingValues["database"]): Layer.Layer<SqlClient.SqlClient> =>
  database.engine === "sqlite"
    ? layerSqlite({ filename: database.filename, nativeBinding: nativeBinding() })
    : Layer.orDie(layerPostgres(database.url))
