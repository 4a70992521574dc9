import type { ActivityType } from "../activity/activity-type.ts"

/** The kinds of change in a complex update that have an activity type of their own. */
export interface KeyEditKinds {
  readonly translations: boolean
  readonly states: boolean
  readonly tags: boolean
  readonly name: boolean
  readonly maxCharLimit: boolean
  readonly screenshotsAdded: boolean
  readonly screenshotsDeleted: boolean
}

const typeOfKind = {
  translations: "SET_TRANSLATIONS",
  states: "SET_TRANSLATION_STATE",
  tags: "KEY_TAGS_EDIT",
  name: "KEY_NAME_EDIT",
  maxCharLimit: "KEY_CHARACTER_LIMIT_EDIT",
  screenshotsAdded: "SCREENSHOT_ADD",
  screenshotsDeleted: "SCREENSHOT_DELETE"
} as const satisfies Record<keyof KeyEditKinds, ActivityType>

/**
 * The type of the one kind of change that was made; several, or only changes without a type (namespace, description, plural,
 * custom values), are a complex edit. Source: docs/reference/webhooks.md#activity-types.
 */
export const editActivityType = (changed: KeyEditKinds): ActivityType => {
  const kinds = (Object.keys(typeOfKind) as ReadonlyArray<keyof KeyEditKinds>).filter((kind) => changed[kind])
  const [kind] = kinds
  return kind === undefined || kinds.length > 1 ? "COMPLEX_EDIT" : typeOfKind[kind]
}
