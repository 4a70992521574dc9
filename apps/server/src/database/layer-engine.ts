import { layerPostgres, layerSqlite } from "@dragoman/store"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { nativeBinding } from "../command/native-binding.ts"
import type { SettingValues } from "../settings/settings.ts"

/** The SQL client of the engine that the settings name; each thread makes its own. */
export const layerEngineOf = (database: SettingValues["database"]): Layer.Layer<SqlClient.SqlClient> =>
  database.engine === "sqlite"
    ? layerSqlite({ filename: database.filename, nativeBinding: nativeBinding() })
    : Layer.orDie(layerPostgres(database.url))
