import { queryOptions } from "@tanstack/react-query"
import type { ActivityModel, ModifiedEntityModel } from "../../base/api/contract.ts"
import type { ConsoleLanguage } from "../../base/texts/console-language.ts"
import { formatComplete, formatMessage, type TextArguments } from "../../base/texts/format-message.ts"
import { type ActivityTexts, loadActivityTexts } from "../../base/texts/load-texts.ts"
import { languageName, type Text } from "../../base/texts/text.ts"
import { activityText } from "./activity-text.ts"
import { changeOf, keyIdOf, keyNameOf, ownText, textOf } from "./changed-entity.ts"
import { type ActivityGroup, countedClassOf, languageTagsOf, subjectsOf } from "./join-revisions.ts"

/** Sentences about activities. Without them the type alone is shown. */
export const activityTextsQuery = (language: ConsoleLanguage) =>
  queryOptions({
    queryKey: ["texts", "activity", language],
    queryFn: () => loadActivityTexts(language).catch((): ActivityTexts => ({})),
    staleTime: Number.POSITIVE_INFINITY
  })

/** Part of a sentence. A name may be written in another direction than the sentence. */
export interface SentencePart {
  readonly kind: "plain" | "author" | "name"
  readonly text: string
}

/** Signs around names, which no text of the console has. */
const nameStart = "\u2068"
const nameEnd = "\u2069"

/** The sentence of a group: who changed which texts, keys or settings. */
export const activitySentence = (group: ActivityGroup, texts: ActivityTexts, t: Text): ReadonlyArray<SentencePart> => {
  const [{ author, type }] = group.revisions
  const authorName = named(author === null ? t("activity.server") : author.name || author.username)
  const args = { author: authorName, ...factsOf(group, texts, t) }
  const sentence = formatComplete(texts[group.kind], t.language, args) ?? `${authorName}: ${activityText(type, t)}`
  return sentence
    .split(nameStart)
    .flatMap((part): ReadonlyArray<SentencePart> => {
      const [name = "", after] = part.split(nameEnd)
      if (after === undefined) return [{ kind: "plain", text: part }]
      return [
        { kind: authorName === named(name) ? "author" : "name", text: name },
        { kind: "plain", text: after }
      ]
    })
    .filter(({ text }) => text !== "")
}

const named = (text: string): string => `${nameStart}${text.replaceAll(/[\u2068\u2069]/g, "")}${nameEnd}`

/** Named languages; more of them are a number. */
const namedLanguagesMax = 3

/** The arguments that a group has facts for; a sentence that needs others is not shown. */
const factsOf = ({ revisions }: ActivityGroup, texts: ActivityTexts, t: Text): TextArguments => {
  const [revision] = revisions
  const entityClass = countedClassOf(revision)
  if (entityClass === null) return namesOf(revision)
  const { counts } = revision
  if (counts !== null) {
    // Tags are in the details of a key, which is not changed itself.
    return { count: counts[entityClass] ?? (entityClass === "Key" ? counts["KeyMeta"] : undefined) ?? 0 }
  }
  const subjects = revisions.flatMap(subjectsOf)
  // A decision about suggestions changes several for one text.
  const isPerKey = entityClass === "Key" || entityClass === "TranslationSuggestion"
  const counted = [
    ...new Map(subjects.map((entity) => [isPerKey ? keyIdOf(entity) : entity.entityId, entity])).values()
  ]
  const [only] = counted
  const isOne = counted.length === 1 && only !== undefined
  const key = isOne ? keyNameOf(only) : ""
  const old = isOne ? textOf(changeOf(only, "name")?.old) : null
  return {
    count: counted.length,
    language: languagesText(languageTagsOf(subjects), texts, t),
    old: named(old ?? ""),
    ...(key !== null && { key: named(key) })
  }
}

const languagesText = (tags: ReadonlyArray<string>, texts: ActivityTexts, t: Text): string =>
  tags.length > namedLanguagesMax
    ? formatMessage(texts["languages"] ?? "{count}", t.language, { count: tags.length })
    : new Intl.ListFormat(t.language).format(tags.map((tag) => languageName(tag, t.language)))

/** Names of the one thing that a revision changed, and of a branch and its source. */
const namesOf = ({ modifiedEntities, params }: ActivityModel): TextArguments => {
  const [entity] = Object.values(modifiedEntities ?? {}).flat()
  const name = entity === undefined ? textOf(params?.["target"]) : ownName(entity)
  const old = entity === undefined ? textOf(params?.["source"]) : textOf(changeOf(entity, "name")?.old)
  return { ...(name !== null && { name: named(name) }), ...(old !== null && { old: named(old) }) }
}

/** Tasks always have a number, and may have a name. */
const ownName = (entity: ModifiedEntityModel): string | null => {
  const number = entity.description?.["number"]
  const name = ownText(entity, "name") ?? ownText(entity, "url")
  return typeof number === "number" ? [`#${number}`, name].filter((part) => part !== null).join(" ") : name
}
