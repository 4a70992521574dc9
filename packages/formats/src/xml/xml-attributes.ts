/**
 * The attributes of an element, by name as written, prefix included. They stay in the object of the parser: a map for each
 * element would take a good part of the time that the parser takes.
 */
export class XmlAttributes {
  static readonly none: XmlAttributes = new XmlAttributes(Object.create(null))

  private readonly values: Readonly<Record<string, string>>

  /** `values`: has no prototype, so that any name is one. */
  constructor(values: Readonly<Record<string, string>>) {
    this.values = values
  }

  get(name: string): string | undefined {
    return this.values[name]
  }

  has(name: string): boolean {
    return this.values[name] !== undefined
  }

  /** In the order of the file. */
  entries(): ReadonlyArray<readonly [name: string, value: string]> {
    return Object.entries(this.values)
  }

  get size(): number {
    let count = 0
    for (const _ in this.values) count++
    return count
  }
}
