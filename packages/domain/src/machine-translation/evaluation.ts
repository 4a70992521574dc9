import { chrf } from "./chrf.ts"

/** Chooses some of the items, in their order; the same ones for the same seed. */
export const sampleOf = <Item>(items: ReadonlyArray<Item>, size: number, seed: number): ReadonlyArray<Item> => {
  const next = randomNumbers(seed)
  let wanted = size
  return items.filter((_, index) => {
    const isChosen = next() * (items.length - index) < wanted
    if (isChosen) wanted--
    return isChosen
  })
}

/** Numbers from 0 up to 1. Source: Bob Jenkins, "A small noncryptographic PRNG", 2007, in the form of three words. */
const randomNumbers = (seed: number) => {
  let [a, b, c] = [0xf1ea5eed, seed >>> 0, seed >>> 0]
  const next = () => {
    const mixed = (a - ((b << 27) | (b >>> 5))) >>> 0
    a = (b ^ ((c << 17) | (c >>> 15))) >>> 0
    b = (c + mixed) >>> 0
    c = (mixed + a) >>> 0
    return c / 2 ** 32
  }
  // The first numbers of neighbouring seeds are alike.
  for (let round = 0; round < 20; round++) next()
  return next
}

/** A translation by a machine, and the one that people approved. */
export interface EvaluatedTranslation {
  readonly text: string
  readonly reference: string
}

/** Likeness of translations to approved ones. */
export interface TranslationLikeness {
  /** Average of the texts, 0 to 100; null: there are none. */
  readonly chrf: number | null
  /** Characters of the translations for each character of the approved ones; null: there are none. */
  readonly lengthRatio: number | null
}

/** Compares translations with those that people approved. */
export const compareWithApproved = (texts: ReadonlyArray<EvaluatedTranslation>): TranslationLikeness => {
  const lengthOf = (choose: (text: EvaluatedTranslation) => string) =>
    texts.reduce((sum, text) => sum + [...choose(text)].length, 0)
  const approved = lengthOf(({ reference }) => reference)
  if (approved === 0) return { chrf: null, lengthRatio: null }
  return {
    chrf: texts.reduce((sum, { text, reference }) => sum + chrf(text, reference), 0) / texts.length,
    lengthRatio: lengthOf(({ text }) => text) / approved
  }
}
