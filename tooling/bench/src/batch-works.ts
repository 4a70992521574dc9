/** Batch jobs that run over all keys of a project, one after the other. */
export const batchWorks = ["tag", "move", "copy", "clear", "delete"] as const

export type BatchWork = (typeof batchWorks)[number]

export const taggedWith = "batch"
export const movedTo = "moved"
