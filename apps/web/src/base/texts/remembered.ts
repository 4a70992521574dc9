/** Remembers results by argument: every row of a list asks for the same messages, languages and formats. */
export const remembered = <Value>(compute: (argument: string) => Value): ((argument: string) => Value) => {
  const values = new Map<string, Value>()
  return (argument) => {
    const found = values.get(argument)
    if (found !== undefined) return found
    const value = compute(argument)
    values.set(argument, value)
    return value
  }
}
