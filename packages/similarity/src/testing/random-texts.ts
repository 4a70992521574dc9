/** Random numbers that are the same for a seed; each is at least 0 and below 1. */
export const makeRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const words =
  "save cancel the project key keys your of delete deleted language languages translation file files import 保存する 翻訳 สวัสดี \uE000 \uE002 ! ... a".split(
    " "
  )

/** A text of some words, of which a few have a mistake. */
export const randomText = (random: () => number): string =>
  Array.from({ length: 1 + Math.floor(random() * 12) }, () => {
    const word = words[Math.floor(random() * words.length)] ?? ""
    const cut = Math.floor(random() * word.length)
    return random() < 0.2 ? word.slice(0, cut) + word.slice(cut + 1) : word
  }).join(" ")
