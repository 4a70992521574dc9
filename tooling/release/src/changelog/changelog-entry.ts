import { introduction, type Topic, topics } from "./topic.ts"

export interface ChangelogEntry {
  readonly topic: Topic | typeof introduction
  /** Minor changes stand before corrections. */
  readonly isNew: boolean
  /** Markdown, with links as from the root of the repository. */
  readonly text: string
}

/** A changeset as `@changesets/read` returns it. */
export interface ReadChangeset {
  readonly id: string
  readonly summary: string
  readonly releases: ReadonlyArray<{ readonly name: string; readonly type: string }>
}

const topicLine = /^topic: *(\S+)\n+/

/** Fails for a topic that has no heading. A changeset without a topic is no reason to fail: it stands under the last heading. */
export const changelogEntry = ({ id, summary, releases }: ReadChangeset): ChangelogEntry => {
  const [line = "", topic = "other"] = topicLine.exec(summary) ?? []
  if (!isTopic(topic)) {
    throw new Error(`.changeset/${id}.md: there is no topic "${topic}". Topics: ${Object.keys(topics).join(", ")}.`)
  }
  const text = summary.slice(line.length).trim().replaceAll("](../", "](")
  return { topic, isNew: releases.some(({ type }) => type !== "patch"), text }
}

const isTopic = (name: string): name is ChangelogEntry["topic"] => name === introduction || Object.hasOwn(topics, name)
