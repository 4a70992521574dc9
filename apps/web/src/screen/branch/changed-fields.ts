import type { BranchMergeChangeModel, BranchMergeKeyModel } from "../../base/api/contract.ts"

/** A value of a key on one side of a merge. */
export interface FieldValue {
  readonly text: string
  /** State of the text; null: it is the same on both sides, or the value has none. */
  readonly state: BranchMergeKeyModel["translations"][string]["state"] | null
}

/** A value in which the two branches differ. */
export interface ChangedField {
  readonly kind: "name" | "namespace" | "description" | "plural" | "text"
  /** null: no text of a language. */
  readonly languageTag: string | null
  /** null: this side has no such value. */
  readonly target: FieldValue | null
  readonly source: FieldValue | null
  /** The value after the merge; null: there is none then. */
  readonly merged: FieldValue | null
}

/** The key after the merge; null: there is none then; undefined: the conflict is not resolved. */
export const outcomeOf = ({
  mergedKey,
  sourceKey,
  targetKey,
  effectiveResolution
}: BranchMergeChangeModel): BranchMergeKeyModel | null | undefined => {
  if (effectiveResolution === null) return undefined
  return mergedKey ?? (effectiveResolution === "SOURCE" ? sourceKey : targetKey)
}

/** Lists the values in which a key differs on the two branches, its texts in the order of `languageTags`; of a key that one side lacks all that it has. */
export const changedFields = (
  change: BranchMergeChangeModel,
  languageTags: ReadonlyArray<string>
): ReadonlyArray<ChangedField> => {
  const { sourceKey, targetKey } = change
  const merged = outcomeOf(change) ?? null
  const isAlone = sourceKey === null || targetKey === null
  const plain = (
    kind: ChangedField["kind"],
    read: (key: BranchMergeKeyModel) => string | null
  ): ReadonlyArray<ChangedField> => {
    const of = (key: BranchMergeKeyModel | null): FieldValue | null => {
      const text = key === null ? null : read(key)
      return text === null ? null : { text, state: null }
    }
    const field = { kind, languageTag: null, target: of(targetKey), source: of(sourceKey), merged: of(merged) }
    return field.target?.text === field.source?.text ? [] : [field]
  }
  const texts = languageTags.flatMap((languageTag): ReadonlyArray<ChangedField> => {
    const [target, source] = [targetKey?.translations[languageTag], sourceKey?.translations[languageTag]]
    const hasOtherState = !isAlone && target?.state !== source?.state
    const isOther = (target?.text ?? "") !== (source?.text ?? "")
    if (!isOther && !hasOtherState) return []
    const of = (key: BranchMergeKeyModel | null): FieldValue | null => {
      const translation = key?.translations[languageTag]
      if (translation === undefined) return null
      return { text: translation.text ?? "", state: hasOtherState ? translation.state : null }
    }
    return [{ kind: "text", languageTag, target: of(targetKey), source: of(sourceKey), merged: of(merged) }]
  })
  return [
    ...(isAlone ? [] : plain("name", ({ keyName }) => keyName)),
    ...(isAlone ? [] : plain("namespace", ({ namespace }) => namespace)),
    ...plain("description", ({ keyDescription }) => keyDescription),
    ...(isAlone ? [] : plain("plural", ({ keyIsPlural }) => (keyIsPlural ? "✓" : null))),
    ...texts
  ]
}
