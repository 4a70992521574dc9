/** The first that are tried, and what stands in other people's examples. */
const common: ReadonlySet<string> = new Set([
  "admin",
  "administrator",
  "changeit",
  "changeme",
  "changethis",
  "default",
  "dragoman",
  "letmein",
  "passw0rd",
  "password",
  "postgres",
  "qwertyuiop",
  "root",
  "secret",
  "test",
  "tolgee",
  "welcome"
])

/**
 * Whether a secret is among the first that are guessed: one of the examples or names given, or a common word, also
 * repeated or with numbers around it.
 */
export const isGuessable = (secret: string, names: ReadonlyArray<string>): boolean => {
  const text = secret.toLowerCase()
  if (names.some((name) => name !== "" && name.toLowerCase() === text)) return true
  const letters = text.replace(/[\d\s._!-]/g, "")
  return letters === "" || /^(.)\1*$/.test(text) || [...common].some((word) => isRepeated(letters, word))
}

const isRepeated = (text: string, word: string): boolean => text.replaceAll(word, "") === ""
