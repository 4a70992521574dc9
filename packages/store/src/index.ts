export { Database, type Engine } from "./database/database.ts"
export { layerPostgres } from "./database/postgres.ts"
export { layerSqlite } from "./database/sqlite.ts"
export { DatabaseTooNew, migrate, schemaVersion } from "./migration/migrate.ts"
