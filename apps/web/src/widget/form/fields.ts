import { useState } from "react"

/** The texts of a form, by the names that the request has for them. */
export const useFields = <Name extends string>(initial: Readonly<Record<Name, string>>) => {
  const [values, setValues] = useState(initial)
  const change = (changes: Readonly<Partial<Record<Name, string>>>) =>
    setValues((before) => ({ ...before, ...changes }))
  return {
    values,
    change,
    /** Properties of the text field: its value, and what the server said about it. */
    bind: (name: Name, messages: Readonly<Record<string, string>>) => ({
      value: values[name],
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      error: messages[name] ?? null
    })
  }
}
