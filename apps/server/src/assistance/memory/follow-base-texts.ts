import { MemoryIndexRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ContentFollower } from "../../change/content-follower.ts"

/** Marks keys whose base text changed, so that the index of the memory reads them after the commit. */
export const makeMemoryFollower = Effect.map(
  MemoryIndexRepository,
  (memory): ContentFollower =>
    (project, { texts }) => {
      const baseId = project.languages.find((language) => language.base)?.id
      return memory.markPending(
        project.projectId,
        texts.flatMap(({ keyId, languageId }) => (languageId === baseId ? [keyId] : []))
      )
    }
)
