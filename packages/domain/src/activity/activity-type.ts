/** Types of revisions. Source: docs/reference/webhooks.md#activity-types. */
export const activityTypes = [
  "CREATE_PROJECT",
  "EDIT_PROJECT",
  "CREATE_LANGUAGE",
  "EDIT_LANGUAGE",
  "DELETE_LANGUAGE",
  "CREATE_KEY",
  "KEY_NAME_EDIT",
  "KEY_TAGS_EDIT",
  "KEY_CHARACTER_LIMIT_EDIT",
  "COMPLEX_EDIT",
  "KEY_SOFT_DELETE",
  "KEY_RESTORE",
  "KEY_HARD_DELETE",
  "COMPLEX_TAG_OPERATION",
  "NAMESPACE_EDIT",
  "SCREENSHOT_ADD",
  "SCREENSHOT_DELETE",
  "SET_TRANSLATIONS",
  "SET_TRANSLATION_STATE",
  "SET_OUTDATED_FLAG",
  "DISMISS_AUTO_TRANSLATED_STATE",
  "TRANSLATION_COMMENT_ADD",
  "TRANSLATION_COMMENT_EDIT",
  "TRANSLATION_COMMENT_SET_STATE",
  "TRANSLATION_COMMENT_DELETE",
  "IMPORT",
  "BATCH_SET_TRANSLATION_STATE",
  "BATCH_CLEAR_TRANSLATIONS",
  "BATCH_COPY_TRANSLATIONS",
  "BATCH_TAG_KEYS",
  "BATCH_UNTAG_KEYS",
  "BATCH_SET_KEYS_NAMESPACE",
  "BATCH_KEY_RESTORE",
  "BATCH_KEY_HARD_DELETE",
  "WEBHOOK_CONFIG_CREATE",
  "WEBHOOK_CONFIG_UPDATE",
  "WEBHOOK_CONFIG_DELETE"
] as const

export type ActivityType = (typeof activityTypes)[number]

/** Types whose revisions show the number of changed entities, not the entities. Source: docs/reference/webhooks.md#counted-types. */
const countedTypes: ReadonlySet<ActivityType> = new Set([
  "KEY_SOFT_DELETE",
  "KEY_HARD_DELETE",
  "COMPLEX_TAG_OPERATION",
  "IMPORT",
  "BATCH_SET_TRANSLATION_STATE",
  "BATCH_CLEAR_TRANSLATIONS",
  "BATCH_COPY_TRANSLATIONS",
  "BATCH_TAG_KEYS",
  "BATCH_UNTAG_KEYS",
  "BATCH_SET_KEYS_NAMESPACE",
  "BATCH_KEY_RESTORE",
  "BATCH_KEY_HARD_DELETE"
])

/** True = a rendered revision has `counts` in place of its entities. */
export const isCounted = (type: ActivityType): boolean => countedTypes.has(type)
