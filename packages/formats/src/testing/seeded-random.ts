/** Numbers from 0 up to 1, always the same for one seed: a failing case can be repeated. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Rounds of a test with the tag "random": `npm test` tries a tenth of them, `npm run test:exhaustive` all. */
export const randomRounds = (rounds: number): number =>
  process.env["TEST_PART"] === "quick" ? Math.ceil(rounds / 10) : rounds

/** A text made of the given parts. */
export const randomText = (random: () => number, parts: ReadonlyArray<string>, lengthMax: number): string => {
  let text = ""
  for (let left = Math.floor(random() * (lengthMax + 1)); left > 0; left--) {
    text += parts[Math.floor(random() * parts.length)] ?? ""
  }
  return text
}
