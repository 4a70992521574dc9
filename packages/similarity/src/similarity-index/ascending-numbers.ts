/** Packs ascending numbers as gaps, 7 bits per byte. `after`: the number before the first one. */
export const packAscending = (numbers: ReadonlyArray<number>, after = 0): Uint8Array => {
  const bytes: Array<number> = []
  let last = after
  for (const number of numbers) {
    let gap = number - last
    while (gap > 127) {
      bytes.push((gap % 128) + 128)
      gap = Math.floor(gap / 128)
    }
    bytes.push(gap)
    last = number
  }
  return Uint8Array.from(bytes)
}

/** Reads packed numbers one after the other. */
export const eachAscending = (packed: Uint8Array, visit: (number: number) => void): void => {
  let last = 0
  let gap = 0
  let scale = 1
  for (const byte of packed) {
    gap += (byte % 128) * scale
    scale *= 128
    if (byte > 127) continue
    last += gap
    visit(last)
    gap = 0
    scale = 1
  }
}

export const unpackAscending = (packed: Uint8Array): ReadonlyArray<number> => {
  const numbers: Array<number> = []
  eachAscending(packed, (number) => numbers.push(number))
  return numbers
}

/** Adds numbers that are not below the last one. */
export const appendAscending = (packed: Uint8Array, numbers: ReadonlyArray<number>): Uint8Array => {
  let last = 0
  eachAscending(packed, (number) => {
    last = number
  })
  const added = packAscending(numbers, last)
  const joined = new Uint8Array(packed.length + added.length)
  joined.set(packed)
  joined.set(added, packed.length)
  return joined
}
