/**
 * Things by their names, in the order in which they were added. A `Map` takes more time for 100,000 names that were just cut
 * from a text than all that is made of them: it keeps them for many lookups, here most are looked for once. ADR 62.
 */
export class NameTable<A extends { readonly name: string }> implements ReadonlyMap<string, A> {
  private readonly things: Array<A> = []
  /** By the number of a thing. */
  private hashes = new Int32Array(firstPlaces)
  /**
   * The number of the thing at each place, from 1, with bits of its hash above: so another name is rarely looked at, and
   * its hash never. 0 = the place is free.
   */
  private places = new Int32Array(2 * firstPlaces)
  /** Of the name that was looked for last: it is often added then. */
  private lastName: string | null = null
  private lastHash = 0
  private lastPlace = 0
  /** Used instead of the places when too many names want the same ones, which happens in files of bad will only. */
  private crowd: Map<string, A> | null = null

  get size(): number {
    return this.things.length
  }

  get(name: string): A | undefined {
    if (this.crowd === null && name !== this.lastName) this.find(name)
    if (this.crowd !== null) return this.crowd.get(name)
    return this.things[((this.places[this.lastPlace] ?? 0) & numberMask) - 1]
  }

  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  /** A thing whose name has none. */
  add(thing: A): void {
    const { name } = thing
    if (this.crowd === null && name !== this.lastName) this.find(name)
    const number = this.things.push(thing)
    if (this.crowd !== null) {
      this.crowd.set(name, thing)
      return
    }
    if (number === numberMask) {
      this.crowd = new Map(this.entries())
      return
    }
    this.hashes[number - 1] = this.lastHash
    this.places[this.lastPlace] = number | (this.lastHash & ~numberMask)
    if (number === this.hashes.length) this.grow()
  }

  values(): MapIterator<A> {
    return this.things.values()
  }

  keys(): MapIterator<string> {
    return this.things.map(({ name }) => name).values()
  }

  entries(): MapIterator<[string, A]> {
    return this.things.map((thing): [string, A] => [thing.name, thing]).values()
  }

  [Symbol.iterator](): MapIterator<[string, A]> {
    return this.entries()
  }

  forEach(visit: (thing: A, name: string, table: ReadonlyMap<string, A>) => void): void {
    for (const thing of this.things) visit(thing, thing.name, this)
  }

  /** Sets the place that the name has, or would have. */
  private find(name: string): void {
    const { places, things } = this
    const hash = hashName(name)
    const hashBits = hash & ~numberMask
    const mask = places.length - 1
    for (let step = 0; step < crowdMin; step++) {
      const place = (hash + step) & mask
      const taken = places[place] ?? 0
      const isSameHash = taken !== 0 && (taken & ~numberMask) === hashBits
      if (taken === 0 || (isSameHash && things[(taken & numberMask) - 1]?.name === name)) {
        this.lastName = name
        this.lastHash = hash
        this.lastPlace = place
        return
      }
    }
    this.crowd = new Map(this.entries())
  }

  /** At least half of the places are free. */
  private grow(): void {
    const hashes = new Int32Array(2 * this.hashes.length)
    hashes.set(this.hashes)
    const places = new Int32Array(2 * hashes.length)
    for (let number = 1; number <= this.things.length; number++) put(places, hashes[number - 1] ?? 0, number)
    this.hashes = hashes
    this.places = places
    this.lastName = null
  }
}

const put = (places: Int32Array, hash: number, number: number): void => {
  const mask = places.length - 1
  let place = hash & mask
  while (places[place] !== 0) place = (place + 1) & mask
  places[place] = number | (hash & ~numberMask)
}

/** Of the bits of a place. More things than it counts are in a `Map`; no file may have so many. */
const numberMask = 0xf_ff_ff

/** A power of two. */
const firstPlaces = 64

/** Names in one row of places: chance leads to a few. */
const crowdMin = 64

/** FNV-1a, mixed so that its low bits depend on all of the name. */
export const hashName = (name: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
