import { translationServices } from "@dragoman/domain/machine-translation"
import { Schema } from "effect"
import { field } from "../field.ts"
import { listOf } from "../page/page-model.ts"

const currency = "in the currency of the server's prices"

export const CreditBalanceModel = Schema.Struct({
  creditBalance: field(
    Schema.Int,
    `Amount that the budgets leave, ${currency}, rounded down; 0 where there is no budget.`,
    12
  ),
  bucketSize: field(Schema.Int, `Monthly budget of the organization, ${currency}; 0: there is none.`, 100),
  extraCreditBalance: field(Schema.Int, "Always 0.", 0)
})

const perDay = `Most that machine translation may cost on a day (UTC), ${currency}; null: no limit.`
const perMonth = `Most that machine translation may cost in a month (UTC), ${currency}; null: no limit.`

export const TranslationBudgetModel = Schema.Struct({
  perDay: field(Schema.NullOr(Schema.Finite), perDay, 5),
  perMonth: field(Schema.NullOr(Schema.Finite), perMonth, 100),
  spentToday: field(Schema.Finite, `Cost of today, with running requests, ${currency}.`, 0.42),
  spentThisMonth: field(Schema.Finite, `Cost of this month, with running requests, ${currency}.`, 7.9)
})

export const TranslationBudgetBody = Schema.Struct({
  perDay: field(Schema.optional(Schema.NullOr(Schema.Finite)), `${perDay} 0 switches machine translation off.`, 5),
  perMonth: field(Schema.optional(Schema.NullOr(Schema.Finite)), `${perMonth} 0 switches machine translation off.`, 100)
})
export type TranslationBudgetBody = typeof TranslationBudgetBody.Type

export const TranslationUsageModel = Schema.Struct({
  day: field(Schema.String, "Day of UTC.", "2026-08-06"),
  service: field(Schema.Literals(translationServices), "Service; PROMPT is a language model.", "DEEPL"),
  provider: field(
    Schema.NullOr(Schema.String),
    "Name of the provider of a language model; null: another service.",
    null
  ),
  requests: field(Schema.Int, "Number of requests.", 12),
  characters: field(Schema.Int, "Characters sent; 0 for language models.", 3400),
  inputTokens: field(Schema.Int, "Tokens sent to a language model.", 0),
  cachedTokens: field(Schema.Int, "Those of `inputTokens` that the provider had in its cache.", 0),
  outputTokens: field(Schema.Int, "Tokens that a language model returned.", 0),
  cost: field(Schema.Finite, `Cost by the server's prices, ${currency}.`, 0.068)
})

export const TranslationUsageListModel = listOf("usages", TranslationUsageModel)
