/**
 * The attributes of an element, by name as written, prefix included. They are few and asked for once: a map for each
 * element would take a good part of the time that reading takes.
 */
export class XmlAttributes {
  static readonly none: XmlAttributes = new XmlAttributes([])

  private readonly namesAndValues: ReadonlyArray<string>

  /** Each name, with its value behind it. */
  constructor(namesAndValues: ReadonlyArray<string>) {
    this.namesAndValues = namesAndValues
  }

  get(name: string): string | undefined {
    const { namesAndValues } = this
    for (let index = 0; index < namesAndValues.length; index += 2) {
      if (namesAndValues[index] === name) return namesAndValues[index + 1]
    }
    return undefined
  }

  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  /** In the order of the file. */
  entries(): ReadonlyArray<readonly [name: string, value: string]> {
    const entries: Array<readonly [string, string]> = []
    for (let index = 0; index < this.size; index++) {
      entries.push([this.namesAndValues[2 * index] ?? "", this.namesAndValues[2 * index + 1] ?? ""])
    }
    return entries
  }

  get size(): number {
    return this.namesAndValues.length / 2
  }
}
