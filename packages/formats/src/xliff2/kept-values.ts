import type { Json } from "@dragoman/domain/error"

/** Custom values in which an import keeps parts of a unit that a key has no place for. Source: docs/formats.md#xliff-2. */
export const unitIdCustomValue = "_xliffUnitId"
/** Lists of text and attributes (lists of name and value). */
export const notesCustomValue = "_xliffNotes"

/** Format data of this text: the `state` and the `subState` of its segments, where all have the same. */
export const stateName = "_xliff2State"
export const subStateName = "_xliff2SubState"

/** The notes as the description of the key. */
export const joinNotes = (texts: ReadonlyArray<string>): string => texts.filter((text) => text.trim() !== "").join("\n")

/** The id of a unit whose name is the key, when nothing else is known: letters that an id may have, others as code points. */
export const unitIdOf = (keyName: string): string =>
  isUnitId(keyName)
    ? keyName
    : [...keyName].map((sign) => (/[\w.-]/.test(sign) ? sign : `_${sign.codePointAt(0)?.toString(16)}_`)).join("")

/** Ids are `NMTOKEN`s; ASCII is enough. */
export const isUnitId = (text: string): boolean => /^[\w.:-]+$/.test(text)

/** The value as pairs of texts; a value of another shape, which a person may have stored, has none. */
export const textPairsOf = (value: Json | undefined): ReadonlyArray<readonly [string, string]> =>
  Array.isArray(value)
    ? value.flatMap((pair) => {
        const [left, right] = Array.isArray(pair) ? pair : []
        return typeof left === "string" && typeof right === "string" ? [[left, right] as const] : []
      })
    : []
