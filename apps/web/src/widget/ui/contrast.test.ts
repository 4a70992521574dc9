import { assert, describe, it } from "vitest"
import tokens from "./tokens.css?raw"

const colours = new Map(
  [...tokens.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, [light, dark] as const]
  )
)

const themes = ["light", "dark"] as const

/** Source: WCAG 2.2, "relative luminance" and "contrast ratio". */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (name: string, onName: string, theme: number): number => {
  const colourOf = (token: string) => {
    const colour = colours.get(token)?.[theme]
    if (colour === undefined) throw new Error(`tokens.css has no colour ${token}.`)
    return luminance(colour)
  }
  const [lighter = 0, darker = 0] = [colourOf(name), colourOf(onName)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ["bg", "surface", "surface-2"]
const states = ["green", "blue", "amber", "red", "violet"]
/** WCAG 2.2 AA: 4.5 for text, 3 for borders of controls and for the focus. */
const textMin = 4.5
const controlMin = 3

describe.each(themes)("colours of the %s theme", (name) => {
  const theme = themes.indexOf(name)
  const pairs: ReadonlyArray<readonly [string, string, number]> = [
    ...grounds.flatMap((ground) =>
      ["text", "text-2", "text-3", "accent", "accent-hover", ...states].map((text) => [text, ground, textMin] as const)
    ),
    ...states.map((state) => [state, `${state}-soft`, textMin] as const),
    ...states.map((state) => ["text", `${state}-soft`, textMin] as const),
    ...["text", "text-2", "text-3", "accent"].map((text) => [text, "accent-soft", textMin] as const),
    ["on-accent", "accent", textMin],
    ["on-accent", "accent-hover", textMin],
    ...grounds.flatMap((ground) => ["border-strong", "focus"].map((edge) => [edge, ground, controlMin] as const))
  ]

  it.each(pairs)("%s on %s has at least %d", (foreground, background, least) => {
    assert.isAtLeast(contrast(foreground, background, theme), least)
  })
})
