import type { BudgetScope, TranslationService } from "@dragoman/domain/machine-translation"
import { Schema } from "effect"
import { Id, Millis, table, textOf } from "../database/table.ts"

/** Consumption of machine translation by day. Costs are millionths of the operator's currency. */
export const translationUsageTable = table("translation_usage", {
  organizationId: Schema.Number,
  /** The project may be deleted. */
  projectId: Schema.Number,
  /** Day of UTC, as `YYYY-MM-DD`. */
  day: Schema.String,
  service: textOf<TranslationService>(),
  /** Name of the provider of a language model; empty for other services. */
  provider: Schema.String,
  requests: Schema.Number,
  characters: Schema.Number,
  inputTokens: Schema.Number,
  cachedTokens: Schema.Number,
  outputTokens: Schema.Number,
  cost: Schema.Number
})

/** Costs against which budgets are compared, with what running requests have reserved. */
export const translationSpendingTable = table("translation_spending", {
  scope: textOf<BudgetScope>(),
  /** Id of the organization or project; 0: the server. */
  ownerId: Schema.Number,
  day: Schema.String,
  cost: Schema.Number
})

/** Most that machine translation may cost, of an organization or of a project. */
export const translationBudgetTable = table("translation_budget", {
  id: Id,
  organizationId: Schema.NullOr(Schema.Number),
  projectId: Schema.NullOr(Schema.Number),
  perDay: Schema.NullOr(Schema.Number),
  perMonth: Schema.NullOr(Schema.Number)
})

/** Answers of services, which are not paid for again. */
export const translationCacheTable = table("translation_cache", {
  /** Digest of all that the answer depends on. */
  digest: Schema.String,
  answer: Schema.String,
  createdAt: Millis
})
