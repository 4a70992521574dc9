interface ArMember {
  readonly name: string
  readonly content: Buffer
}

/** An `ar` archive, the outer form of a package of Debian. */
export const arOf = (members: ReadonlyArray<ArMember>, seconds: number): Buffer =>
  Buffer.concat([
    Buffer.from("!<arch>\n"),
    ...members.flatMap(({ name, content }) => {
      const fields = [
        name.padEnd(16),
        String(seconds).padEnd(12),
        "0".padEnd(6),
        "0".padEnd(6),
        "100644".padEnd(8),
        String(content.length).padEnd(10)
      ]
      // Each member begins at an even offset.
      return [Buffer.from(`${fields.join("")}\`\n`), content, Buffer.from(content.length % 2 === 1 ? "\n" : "")]
    })
  ])
