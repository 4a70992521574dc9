import { Schema } from "effect"
import { hasDefault, Millis, table } from "../database/table.ts"

/** Work that servers and dispatchers do at intervals, as far as it continues where it ended or has one owner at a time. */
export const periodicWorkTable = table("periodic_work", {
  name: Schema.String,
  /** null: no process has ever leased it. */
  leasedBy: Schema.NullOr(Schema.String),
  leasedUntil: hasDefault(Millis),
  /** The next round continues behind this id. */
  afterId: hasDefault(Schema.Number)
})
