import { Schema } from "effect"
import { field } from "../field.ts"

const description =
  "Name of the branch; absent or blank: the default branch. An unknown name is rejected with `branch_not_found`, any name with `feature_not_enabled_for_project` where the project uses no branches."

/** The parameter of a query. */
export const branchParameter = field(Schema.optional(Schema.String), description)

/** The field of a body. */
export const branchOfBody = field(Schema.optional(Schema.NullOr(Schema.String)), description)

/** The branch of a key in responses. */
export const branchOfKey = field(
  Schema.NullOr(Schema.String),
  "Name of the branch of the key; null: the project uses no branches.",
  null
)
