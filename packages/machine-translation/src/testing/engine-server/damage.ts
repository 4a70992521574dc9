/** Damages that engines do to the parts of a text that they should leave alone. */
export type Damage = "dropped" | "doubled" | "moved" | "translated" | "case-changed"

/** Elements of masks, placeholders, and words that serve as masks. */
const marks =
  /<x\b[^>]*>[\s\S]*?<\/x>|<span\b[^>]*>[\s\S]*?<\/span>|\{+[^{}]*\}+|%(?:\d+\$)?[sd@]|\b[A-Z]+\d+[A-Z\d]*\b/

/** Damages the first mark of a translation; a text without one stays as it is. */
export const damageText = (text: string, damage: Damage): string => {
  const found = marks.exec(text)
  if (found === null) return text
  const [mark] = found
  const before = text.slice(0, found.index)
  const after = text.slice(found.index + mark.length)
  switch (damage) {
    case "dropped":
      return `${before}${after}`
    case "doubled":
      return `${before}${mark} ${mark}${after}`
    case "moved":
      return `${before}${after} ${mark}`
    case "translated":
      // The content of the mark, not its tags.
      return `${before}${mark.replace(/(?<![<\w/="-])\p{L}[\p{L}\d_]*(?![^<]*>)/u, "übersetzt")}${after}`
    case "case-changed":
      return `${before}${mark === mark.toUpperCase() ? mark.toLowerCase() : mark.toUpperCase()}${after}`
  }
}
