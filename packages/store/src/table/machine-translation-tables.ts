import type { Formality, PromptOption, QualityMode, TranslationService } from "@dragoman/domain/machine-translation"
import { Schema } from "effect"
import { Flag, Id, Json, table, textOf } from "../database/table.ts"

/** The instructions of a project for language models. */
export const promptTable = table("prompt", {
  id: Id,
  projectId: Schema.Number,
  name: Schema.String,
  /** Name of a provider of the server or of the organization. */
  providerName: Schema.String,
  /** null: the template of the server. */
  template: Schema.NullOr(Schema.String),
  /** Parts of the template that are used; null: all. */
  options: Schema.NullOr(Json<ReadonlyArray<PromptOption>>())
})

/** The services of a project, and of each of its languages that differs. */
export const machineTranslationSettingTable = table("machine_translation_setting", {
  id: Id,
  projectId: Schema.Number,
  /** null: languages without settings of their own. */
  languageId: Schema.NullOr(Schema.Number)
})

/** A service that a setting chooses. */
export const machineTranslationServiceTable = table("machine_translation_service", {
  settingId: Schema.Number,
  /** Whether it translates automatically; else it suggests. A service that does both has two rows. */
  isPrimary: Flag,
  service: textOf<TranslationService>(),
  formality: Schema.NullOr(textOf<Formality>()),
  /** null: the default prompt, or no language model. */
  promptId: Schema.NullOr(Schema.Number)
})

/** Access of an organization to a language model. */
export const llmProviderTable = table("llm_provider", {
  id: Id,
  organizationId: Schema.Number,
  name: Schema.String,
  type: textOf<"OPENAI" | "OPENAI_AZURE" | "ANTHROPIC" | "GOOGLE_AI">(),
  /** HIGH: for people who wait; LOW: for jobs; null: for both. */
  priority: Schema.NullOr(textOf<"HIGH" | "LOW">()),
  /** Without `/v1`; null: the provider's own address. */
  apiUrl: Schema.NullOr(Schema.String),
  /** Encrypted when the database is; null: none. */
  apiKey: Schema.NullOr(Schema.String),
  model: Schema.String,
  deployment: Schema.NullOr(Schema.String),
  format: Schema.NullOr(textOf<"json_schema" | "json_object" | "text">()),
  reasoningEffort: Schema.NullOr(Schema.String)
})

/** A note about a project, or one of its languages, that language models read. */
export const translationNoteTable = table("translation_note", {
  id: Id,
  projectId: Schema.Number,
  /** null: the note about the project. */
  languageId: Schema.NullOr(Schema.Number),
  text: Schema.String
})

/** How a project judges texts of machines; a project without a row does not. */
export const qualityEstimateSettingTable = table("quality_estimate_setting", {
  projectId: Schema.Number,
  mode: textOf<QualityMode>(),
  /** Texts with a lower score need a review. */
  threshold: Schema.Number,
  backTranslation: Flag
})
