/** Stands behind each bracket of a text that is no marker. Texts have no such character: it is removed first. */
const separator = "\u0000"

/** Makes a text of a user harmless for `readMarkers`: no bracket in it begins a marker. `removeSeparators` undoes this. */
export const separateMarkers = (text: string): string => text.replaceAll(separator, "").replaceAll("[", `[${separator}`)

/** Returns the text as its user wrote it. */
export const removeSeparators = (text: string): string => text.replaceAll(separator, "")

/** Escapes a text for a JSON string on one line: it cannot end the quotes, or begin a line, as any reader counts lines. */
export const escapeJson = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    // The separator stays one character, because it is removed later.
    .replaceAll("\\u0000", separator)
    .replace(/[\u0085\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** Cuts a text to a length in UTF-16 units, between characters. */
export const cutText = (text: string, max: number): string => {
  if (text.length <= max) return text
  const isInsidePair = /[\uD800-\uDBFF]/.test(text.charAt(max - 2))
  return `${text.slice(0, isInsidePair ? max - 2 : max - 1)}…`
}

/** A request for an image in a prompt. */
export interface PromptImage {
  readonly type: "image"
  readonly screenshotId: number
  readonly size: "small" | "full"
}

export type PromptPart = { readonly type: "text"; readonly text: string } | PromptImage

const outputMarker = "[[output_valid_json]]"

export const screenshotMarker = (id: number, size: "small" | "full"): string => `[[screenshot_${size}_${id}]]`

/**
 * Divides a rendered prompt at its markers. Images of screenshots that do not belong to the key are dropped, so that no template
 * shows those of other projects; each image is shown once.
 */
export const readMarkers = (
  prompt: string,
  screenshotIds: ReadonlyArray<number>
): { readonly parts: ReadonlyArray<PromptPart>; readonly isJson: boolean } => {
  const pieces = prompt.replaceAll(outputMarker, "").split(/\[\[screenshot_(small|full)_(\d{1,16})\]\]/)
  const parts: Array<PromptPart> = []
  const shown = new Set<string>()
  for (let index = 0; index < pieces.length; index += 3) {
    const text = removeSeparators(pieces[index] ?? "")
      .replace(/(?:\r?\n){3,}/g, "\n\n")
      .trim()
    if (text !== "") parts.push({ type: "text", text })
    const size = pieces[index + 1] === "full" ? "full" : "small"
    const screenshotId = Number(pieces[index + 2])
    const image = `${size} ${screenshotId}`
    if (!screenshotIds.includes(screenshotId) || shown.has(image)) continue
    shown.add(image)
    parts.push({ type: "image", screenshotId, size })
  }
  return { parts, isJson: prompt.includes(outputMarker) }
}
