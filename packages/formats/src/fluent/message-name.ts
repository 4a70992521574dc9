import type { PrintWarning } from "../placeholder/dialect/print-warning.ts"

/** The place of a text: the value of a message or a term, or one of its attributes. */
export interface FluentName {
  /** That of a term begins with a hyphen. */
  readonly id: string
  /** Null = the value. */
  readonly attribute: string | null
}

export interface NameOfKey {
  /** Null = the key has no place in the file. */
  readonly name: FluentName | null
  readonly warning: PrintWarning | null
}

/**
 * Finds the places of keys: as their names say, else under a name made of theirs, unless another key has that. Asked once for each,
 * in their order.
 */
export const startNames = (entries: ReadonlyArray<{ readonly keyName: string }>): ((keyName: string) => NameOfKey) => {
  // Most files need none.
  let allNames: Set<string> | null = null
  const taken = () => (allNames ??= new Set(entries.map(({ keyName }) => keyName)))
  return (keyName) => {
    if (plainId.test(keyName)) return { name: { id: keyName, attribute: null }, warning: null }
    const [, id = "", attribute = null] = /^(-?[A-Za-z][\w-]*)(?:\.([A-Za-z][\w-]*))?$/.exec(keyName) ?? []
    if (id.startsWith("-") && attribute !== null && !taken().has(id)) return withoutTerm
    if (id !== "") return { name: { id, attribute }, warning: null }
    const made = madeName(keyName)
    if (taken().has(made)) return withoutName
    taken().add(made)
    const sentence = `Fluent has no name "${keyName}": it is written as "${made}".`
    return { name: { id: made, attribute: null }, warning: { reason: "otherName", sentence } }
  }
}

const plainId = /^[A-Za-z][\w-]*$/

const madeName = (keyName: string): string => {
  const letters = keyName.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "")
  return /^[A-Za-z]/.test(letters) ? letters : `key${letters === "" ? "" : `-${letters}`}`
}

const withoutName: NameOfKey = {
  name: null,
  warning: {
    reason: "leftOut",
    sentence: "Fluent has no such name, and another key has the one made of it: the text is not written."
  }
}

const withoutTerm: NameOfKey = {
  name: null,
  warning: {
    reason: "leftOut",
    sentence: "A term of Fluent needs a text of its own to have attributes: the text is not written."
  }
}
