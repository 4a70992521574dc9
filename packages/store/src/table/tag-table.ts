import { Schema } from "effect"
import { Id, table } from "../database/table.ts"

export const tagTable = table("tag", { id: Id, projectId: Schema.Number, name: Schema.String })

export const keyTagTable = table("key_tag", { keyId: Schema.Number, tagId: Schema.Number })
