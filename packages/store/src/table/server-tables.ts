import { Schema } from "effect"
import { table } from "../database/table.ts"

/** Values of the installation, shared by all its servers. */
export const serverValueTable = table("server_value", {
  name: Schema.String,
  /** Encrypted when the database is. */
  value: Schema.String
})
