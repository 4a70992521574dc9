import { Schema } from "effect"
import { field } from "../field.ts"
import { listOf, pageOf } from "../page/page-model.ts"

/** Of a feature that the server does not have yet: the list exists, and never has an entry. */
const nothing = Schema.Never

export const TranslationServiceSettingsModel = listOf("languageConfigs", nothing)
export const TranslationLanguageInfoModel = listOf("languageInfos", nothing)
export const AutoTranslationSettingsModel = listOf("configs", nothing)
export const ContentDeliveryConfigsModel = pageOf("contentDeliveryConfigs", nothing)
export const MemorySuggestionsModel = pageOf("translationMemoryItems", nothing)
export const PlaygroundResultsModel = listOf("results", nothing)
export const PublicProjectsModel = pageOf("projects", nothing)

export const NotificationsModel = Schema.Struct({
  ...pageOf("notificationModelList", nothing).fields,
  nextCursor: field(Schema.Null, "Always null: there is no next page.")
})

const channels = (reason: string) =>
  field(
    Schema.Struct({
      inApp: field(Schema.Boolean, "Always true. Nothing is sent, because the server has no notifications yet."),
      email: field(Schema.Boolean, "Always true. Nothing is sent, because the server sends no e-mail.")
    }),
    `How the caller is notified ${reason}.`
  )

export const NotificationSettingsModel = Schema.Struct({
  accountSecurity: channels("of changes of the password and the second factor"),
  tasks: channels("of tasks")
})
