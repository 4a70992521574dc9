/** Beginning of the names of drafts in the storage of the browser. */
export const draftPrefix = "dragoman.draft."

/** The next user of this browser must not find them. */
export const removeDrafts = (storage: Storage): void => {
  for (const name of Object.keys(storage)) if (name.startsWith(draftPrefix)) storage.removeItem(name)
}
