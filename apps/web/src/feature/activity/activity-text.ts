import { type ActivityType, activityTypes } from "@dragoman/domain/activity"
import type { Text } from "../../base/texts/text.ts"

/** The type of a change in words; one that this page does not know stays as it is. */
export const activityText = (type: string, t: Text): string =>
  (activityTypes as ReadonlyArray<string>).includes(type) ? t(`activity-type.${type as ActivityType}`) : type
