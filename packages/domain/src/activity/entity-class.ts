/** How the activity records the entities of one class. */
export interface LoggedClass {
  /** Properties whose changes are recorded, in the order in which they are shown. */
  readonly logged: ReadonlyArray<string>
  /** Properties that identify the entity for a reader; shown when they did not change. */
  readonly describing: ReadonlyArray<string>
  /** True = revisions show whether the entity still exists. */
  readonly reportsExistence: boolean
  /** Properties that hold URLs of webhooks: readers see them masked. */
  readonly urls?: ReadonlyArray<string>
}

/** Source: docs/reference/webhooks.md#modified-entities. */
export const loggedClasses = {
  Project: {
    logged: [
      "name",
      "description",
      "slug",
      "baseLanguage",
      "defaultNamespace",
      "useNamespaces",
      "translationProtection"
    ],
    describing: [],
    reportsExistence: false
  },
  Language: {
    logged: ["tag", "name", "originalName", "flagEmoji"],
    describing: ["tag", "name", "flagEmoji"],
    reportsExistence: true
  },
  Key: {
    logged: ["name", "namespace", "isPlural", "pluralArgName", "maxCharLimit", "deletedAt"],
    describing: ["name"],
    reportsExistence: true
  },
  KeyMeta: { logged: ["tags", "description", "custom"], describing: [], reportsExistence: false },
  Namespace: { logged: ["name"], describing: ["name"], reportsExistence: true },
  Translation: {
    logged: ["text", "state", "auto", "mtProvider", "outdated"],
    describing: ["text"],
    reportsExistence: false
  },
  TranslationComment: { logged: ["text", "state"], describing: ["text"], reportsExistence: false },
  /** That there is one is all that is recorded. */
  Screenshot: { logged: [], describing: [], reportsExistence: false },
  WebhookConfig: { logged: ["url", "enabled"], describing: ["url"], reportsExistence: false, urls: ["url"] }
} as const satisfies Record<string, LoggedClass>

export type EntityClass = keyof typeof loggedClasses
