/** Headings of the changelog, in its order. A changeset names its topic in a line of its own: `topic: webhooks`. */
export const topics = {
  console: "Web console",
  files: "Translation files",
  people: "People, rights and logins",
  webhooks: "Webhooks",
  api: "API and clients",
  operation: "Running the server",
  packages: "npm packages",
  other: "Also"
} as const

export type Topic = keyof typeof topics

/** The topic of a changeset whose text stands above all headings: it says what the release is. */
export const introduction = "release"
