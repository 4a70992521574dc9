/**
 * The arithmetic of the index. A text with `s` grams has its `prefixLength(s)` rarest ones in posting lists. Two texts with `a` and `s`
 * grams whose overlap is at least a half share `ceil((a + s) / 3)` of them, of which at most as many as either leaves out are not
 * in both prefixes. docs/memory.md has the proof. Two extra grams fewer double the candidates, two more lengthen the lists by 7 %.
 */
const extraGrams = 8

/** The number of grams of a text that are in posting lists: the rarest ones. */
export const prefixLength = (size: number): number => Math.min(size, size - Math.ceil(size / 2) + extraGrams)

/** The number of grams that the prefixes of two texts share at least, when their overlap is a half or more. Never below 1. */
const sharedMin = (asked: number, size: number): number =>
  Math.ceil((asked + size) / 3) - Math.max(asked - prefixLength(asked), size - prefixLength(size))

/** Each range begins at so many grams; it is 15 % wide. */
const rangeStarts: ReadonlyArray<number> = (() => {
  const starts = [1]
  for (let start = 1; start < 4_000; ) {
    start = Math.max(start + 1, Math.ceil(start * 1.15))
    starts.push(start)
  }
  return starts
})()

/** Number of ranges in one gram: a slot is the number of a gram times this, and a range. */
const rangesMax = 64

/** A place is a range times this, and a number that counts up in the range. */
const placesPerRange = 2 ** 32

/** The range of texts with so many grams. */
export const rangeOf = (size: number): number => {
  const above = rangeStarts.findIndex((start) => start > size)
  return (above === -1 ? rangeStarts.length : above) - 1
}

/** The ranges in which a text can have an overlap of a half, with the least number of shared grams in prefixes. */
export const rangesFor = (asked: number): ReadonlyArray<{ readonly range: number; readonly shared: number }> => {
  const [smallest, largest] = [Math.ceil(asked / 2), 2 * asked]
  const ranges: Array<{ readonly range: number; readonly shared: number }> = []
  for (let range = rangeOf(smallest); range <= rangeOf(largest); range++) {
    const first = Math.max(smallest, rangeStarts[range] ?? 1)
    const last = Math.min(largest, (rangeStarts[range + 1] ?? Number.POSITIVE_INFINITY) - 1)
    let shared = Number.POSITIVE_INFINITY
    for (let size = first; size <= last; size++) shared = Math.min(shared, sharedMin(asked, size))
    ranges.push({ range, shared })
  }
  return ranges
}

export const slotOf = (gram: number, range: number): number => gram * rangesMax + range

export const rangeOfSlot = (slot: number): number => slot % rangesMax

export const placeOf = (range: number, number: number): number => range * placesPerRange + number

export const numberOfPlace = (place: number): number => place % placesPerRange

/** Bounds of the places of each range. */
export const placesOfRanges: ReadonlyArray<readonly [first: number, last: number]> = rangeStarts.map((_, range) => [
  placeOf(range, 0),
  placeOf(range + 1, 0) - 1
])

/** Sources that are not in posting lists yet have places below 0. */
export const waitingPlace = (sourceId: number): number => -sourceId
