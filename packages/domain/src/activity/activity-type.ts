/** What a revision records, for the changes that exist. Source: reference "webhooks" 3.5. */
export const activityTypes = [
  "CREATE_PROJECT",
  "EDIT_PROJECT",
  "CREATE_LANGUAGE",
  "EDIT_LANGUAGE",
  "DELETE_LANGUAGE",
  "WEBHOOK_CONFIG_CREATE",
  "WEBHOOK_CONFIG_UPDATE",
  "WEBHOOK_CONFIG_DELETE"
] as const

export type ActivityType = (typeof activityTypes)[number]
