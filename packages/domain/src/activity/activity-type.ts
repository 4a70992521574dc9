/** What a revision records, for the changes that exist. Source: reference "webhooks" 3.5. */
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
  "SET_TRANSLATIONS",
  "SET_TRANSLATION_STATE",
  "SET_OUTDATED_FLAG",
  "DISMISS_AUTO_TRANSLATED_STATE",
  "IMPORT",
  "WEBHOOK_CONFIG_CREATE",
  "WEBHOOK_CONFIG_UPDATE",
  "WEBHOOK_CONFIG_DELETE"
] as const

export type ActivityType = (typeof activityTypes)[number]

/** Types that tell readers how many entities changed, and not which. Source: reference "webhooks" 3.3. */
const countedTypes: ReadonlySet<ActivityType> = new Set([
  "KEY_SOFT_DELETE",
  "KEY_HARD_DELETE",
  "COMPLEX_TAG_OPERATION",
  "IMPORT"
])

/** True = a rendered revision has `counts` in place of its entities. */
export const isCounted = (type: ActivityType): boolean => countedTypes.has(type)
