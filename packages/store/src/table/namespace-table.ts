import { Schema } from "effect"
import { Id, table } from "../database/table.ts"

/** The default namespace has no row. */
export const namespaceTable = table("namespace", { id: Id, projectId: Schema.Number, name: Schema.String })
