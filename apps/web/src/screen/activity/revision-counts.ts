import type { ActivityModel } from "../../base/api/contract.ts"
import type { Text, TextKey } from "../../base/texts/text.ts"

/** Classes of entities that the console has a word for, in the order in which they are named. */
const classes = {
  Key: "activity.count-Key",
  Translation: "activity.count-Translation",
  Label: "activity.count-Label",
  Language: "activity.count-Language",
  Namespace: "activity.count-Namespace",
  TranslationComment: "activity.count-TranslationComment",
  TranslationSuggestion: "activity.count-TranslationSuggestion",
  TranslationQaIssue: "activity.count-TranslationQaIssue",
  Branch: "activity.count-Branch",
  Prompt: "activity.count-Prompt",
  Screenshot: "activity.count-Screenshot",
  WebhookConfig: "activity.count-WebhookConfig"
} as const satisfies Record<string, TextKey>

type Counts = Readonly<Record<string, number>>

/** Counts the entities of each class that a revision changed: bulk changes come with numbers, others with the entities. */
export const countsOf = ({ counts, modifiedEntities }: Pick<ActivityModel, "counts" | "modifiedEntities">): Counts =>
  counts ??
  Object.fromEntries(
    Object.entries(modifiedEntities ?? {}).map(([entityClass, entities]) => [entityClass, entities.length])
  )

/** "3 keys, 12 texts". */
export const countsText = (counts: Counts, t: Text): string =>
  new Intl.ListFormat(t.language, { type: "unit" }).format(
    Object.entries(classes).flatMap(([entityClass, key]) => {
      const count = counts[entityClass] ?? 0
      return count === 0 ? [] : [t(key, { count })]
    })
  )

/** Returns whether the list of translations can show the changes of the revision. */
export const hasKeys = (counts: Counts): boolean =>
  ["Key", "KeyMeta", "Translation"].some((entityClass) => (counts[entityClass] ?? 0) > 0)
