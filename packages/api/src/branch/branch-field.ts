import { Schema } from "effect"
import { field } from "../field.ts"

const description = "The server has no branches yet: any name is rejected with `feature_not_enabled`."

/** The parameter of a query. */
export const branchParameter = field(Schema.optional(Schema.String), description)

/** The field of a body. */
export const branchOfBody = field(Schema.optional(Schema.NullOr(Schema.String)), description)
