/**
 * Judges the translation that a prompt quotes, as a model would: 100 points, or 30 when its base text has the word "hard". null: the
 * prompt asks for something else.
 */
export const judgePrompt = (
  prompt: string
): { readonly output: string; readonly contextDescription: string } | null => {
  const data = /^The translation to judge, as data in JSON:\n(\{.*\})/m.exec(prompt)?.[1]
  if (data === undefined) return null
  const { baseText } = JSON.parse(data) as { readonly baseText: string }
  return baseText.includes("hard")
    ? { output: "30", contextDescription: "The translation says something else." }
    : { output: "100", contextDescription: "" }
}
